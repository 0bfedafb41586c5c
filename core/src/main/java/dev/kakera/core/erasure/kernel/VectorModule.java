package dev.kakera.core.erasure.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;

/**
 * The Vector API as this JVM has it. The JVM does not load its module unless asked to; either it
 * was, with {@code --add-modules jdk.incubator.vector}, or it lets us load it now, with {@code
 * --add-exports java.base/jdk.internal.module=ALL-UNNAMED}, or there are no vectors. Why the second
 * way exists: docs/decisions/vector-module.md.
 *
 * <p>Costs some ten milliseconds the first time: nothing for a start-up.
 */
final class VectorModule {
  private static final String MODULE = "jdk.incubator.vector";
  private static final String PACKAGE = "dev.kakera.core.erasure.kernel.";
  private static final String QUADS = "VectorQuads";
  private static final String PAIRS = "VectorPairs";

  private VectorModule() {}

  /**
   * The width that the CPU prefers, in bits.
   *
   * @throws UnavailableException if there are no vectors here
   */
  static int preferredBits() throws UnavailableException {
    load();
    try {
      Loops preferred =
          (Loops) Class.forName(PACKAGE + QUADS).getDeclaredConstructor().newInstance();
      return preferred.lanes() * Byte.SIZE;
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new UnavailableException("the vector loops cannot be loaded: " + e, e);
    }
  }

  /**
   * @param bits a width of at most {@link #preferredBits}
   */
  static Kernel kernel(int bits) throws UnavailableException {
    load();
    return new VectorKernel(
        "vector" + bits,
        define(QUADS, bits, QuadLoops.class),
        define(PAIRS, bits, PairLoops.class));
  }

  private static <T extends Loops> T define(String name, int bits, Class<T> type)
      throws UnavailableException {
    String file = name + ".class";
    try (InputStream in = VectorModule.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new UnavailableException(file + " is not beside its package's other classes", null);
      }
      return type.cast(
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(in.readAllBytes(), bits, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance());
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      throw new UnavailableException("the vector loops cannot be loaded: " + e, e);
    }
  }

  private static void load() throws UnavailableException {
    if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
      return;
    }
    try {
      Class.forName("jdk.internal.module.Modules")
          .getMethod("loadModule", String.class)
          .invoke(null, MODULE);
    } catch (IllegalAccessException e) {
      throw new UnavailableException("this JVM runs without the module " + MODULE, e);
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      throw new UnavailableException(
          "this JVM cannot load the module " + MODULE + " while it runs", e);
    } catch (InvocationTargetException e) {
      throw new UnavailableException(
          "this JVM has no module " + MODULE + " (" + e.getCause() + ")", e);
    }
  }

  /** Vectors cannot be used here. */
  static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
