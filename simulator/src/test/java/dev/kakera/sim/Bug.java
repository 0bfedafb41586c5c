package dev.kakera.sim;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bug that is seeded: one method of the product is loaded with one thing changed. The product
 * itself has no switch for it; a change that no longer finds its place fails its test.
 *
 * @param type below {@code dev.kakera.}
 */
record Bug(String name, String type, String method, Change change) {

  /** What is changed in the method's code. */
  sealed interface Change {
    /** A call is left out; what it would give is 0, false or null. */
    record Skip(String called) implements Change {}

    /** A call is left out; what it was called on stays. */
    record Pass(String called) implements Change {}

    /** Another method of the same shape is called. */
    record Call(String called, String instead) implements Change {}

    /** A number is another. */
    record Number(int from, int to) implements Change {}

    /** A text is another. */
    record Text(String from, String to) implements Change {}

    /** The nth decision, from 0, goes the other way. */
    record Negate(int nth) implements Change {}
  }

  static Bug of(String name, String place, Change change) {
    String[] words = place.split("#");
    return new Bug(name, "dev.kakera." + words[0], words[1], change);
  }

  /**
   * Loads everything of the product and of the simulator anew, one class with the bug.
   *
   * @throws IllegalStateException when the change finds no place; at once, or a seed would take it
   *     for something that it has found
   */
  ClassLoader load() throws ClassNotFoundException {
    ClassLoader loader = loader(Bug.class.getClassLoader());
    Class<?> unused = loader.loadClass(type);
    return loader;
  }

  private ClassLoader loader(ClassLoader parent) {
    return new ClassLoader(parent) {
      @Override
      protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(wanted)) {
          Class<?> known = findLoadedClass(wanted);
          if (known != null || !wanted.startsWith("dev.kakera.")) {
            return known != null ? known : super.loadClass(wanted, resolve);
          }
          String file = wanted.replace('.', '/') + ".class";
          try (InputStream stream = parent.getResourceAsStream(file)) {
            byte[] bytes = stream.readAllBytes();
            byte[] loaded = wanted.equals(type) ? seed(bytes, parent) : bytes;
            return defineClass(wanted, loaded, 0, loaded.length);
          } catch (IOException e) {
            throw new ClassNotFoundException(wanted, e);
          }
        }
      }
    };
  }

  private byte[] seed(byte[] bytes, ClassLoader parent) {
    ClassFile files =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(parent)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    ClassModel model = files.parse(bytes);
    AtomicInteger changed = new AtomicInteger();
    AtomicInteger branch = new AtomicInteger();
    CodeTransform transform =
        (builder, element) -> {
          if (apply(builder, element, branch)) {
            changed.incrementAndGet();
          } else {
            builder.with(element);
          }
        };
    byte[] seeded =
        files.transformClass(
            model,
            ClassTransform.transformingMethodBodies(
                each -> each.methodName().equalsString(method), transform));
    if (changed.get() == 0) {
      throw new IllegalStateException(
          "seeded bug '%s' finds no place in %s.%s: adapt it".formatted(name, type, method));
    }
    return seeded;
  }

  private boolean apply(CodeBuilder builder, CodeElement element, AtomicInteger branch) {
    return switch (change) {
      case Change.Skip(String called) when calls(element, called) -> {
        skip(builder, (InvokeInstruction) element, false);
        yield true;
      }
      case Change.Pass(String called) when calls(element, called) -> {
        skip(builder, (InvokeInstruction) element, true);
        yield true;
      }
      case Change.Call(String called, String instead) when calls(element, called) -> {
        InvokeInstruction call = (InvokeInstruction) element;
        builder.invoke(
            call.opcode(), call.owner().asSymbol(), instead, call.typeSymbol(), call.isInterface());
        yield true;
      }
      case Change.Number(int from, int to)
          when element instanceof ConstantInstruction constant
              && constant.constantValue() instanceof Integer value
              && value == from -> {
        builder.loadConstant(to);
        yield true;
      }
      case Change.Text(String from, String to)
          when element instanceof ConstantInstruction constant
              && constant.constantValue() instanceof String text
              && text.contains(from) -> {
        builder.loadConstant(text.replace(from, to));
        yield true;
      }
      case Change.Negate(int nth)
          when element instanceof BranchInstruction jump
              && jump.opcode() != Opcode.GOTO
              && branch.getAndIncrement() == nth -> {
        builder.branch(inverse(jump.opcode()), jump.target());
        yield true;
      }
      default -> false;
    };
  }

  private static boolean calls(CodeElement element, String called) {
    return element instanceof InvokeInstruction call && call.name().equalsString(called);
  }

  private static void skip(CodeBuilder builder, InvokeInstruction call, boolean keepsTarget) {
    List<ClassDesc> parameters = call.typeSymbol().parameterList();
    for (ClassDesc parameter : parameters.reversed()) {
      pop(builder, parameter);
    }
    if (keepsTarget) {
      return;
    }
    if (call.opcode() != Opcode.INVOKESTATIC) {
      builder.pop();
    }
    switch (TypeKind.from(call.typeSymbol().returnType()).asLoadable()) {
      case INT -> builder.iconst_0();
      case LONG -> builder.lconst_0();
      case REFERENCE -> builder.aconst_null();
      case VOID -> {}
      default -> throw new IllegalStateException("a call that gives a " + call.typeSymbol());
    }
  }

  private static void pop(CodeBuilder builder, ClassDesc type) {
    if (TypeKind.from(type).slotSize() == 2) {
      builder.pop2();
    } else {
      builder.pop();
    }
  }

  private static Opcode inverse(Opcode opcode) {
    return switch (opcode) {
      case IFEQ -> Opcode.IFNE;
      case IFNE -> Opcode.IFEQ;
      case IFLT -> Opcode.IFGE;
      case IFGE -> Opcode.IFLT;
      case IFGT -> Opcode.IFLE;
      case IFLE -> Opcode.IFGT;
      case IF_ICMPEQ -> Opcode.IF_ICMPNE;
      case IF_ICMPNE -> Opcode.IF_ICMPEQ;
      case IF_ICMPLT -> Opcode.IF_ICMPGE;
      case IF_ICMPGE -> Opcode.IF_ICMPLT;
      case IF_ICMPGT -> Opcode.IF_ICMPLE;
      case IF_ICMPLE -> Opcode.IF_ICMPGT;
      case IF_ACMPEQ -> Opcode.IF_ACMPNE;
      case IF_ACMPNE -> Opcode.IF_ACMPEQ;
      case IFNULL -> Opcode.IFNONNULL;
      case IFNONNULL -> Opcode.IFNULL;
      default -> throw new IllegalStateException("no inverse of " + opcode);
    };
  }
}
