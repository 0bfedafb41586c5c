package dev.kakera.producer.scan;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;

/**
 * Runs a task with the file rights of another user: setfsuid(2) changes those of the calling thread
 * alone, and with them goes root's right to read everything.
 */
final class Unprivileged {
  private static final int NOBODY = 65534;

  private Unprivileged() {}

  static <T> T call(Callable<T> task) throws Exception {
    MethodHandle setfsuid =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("setfsuid"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    int before = set(setfsuid, NOBODY);
    try {
      return task.call();
    } finally {
      set(setfsuid, before);
    }
  }

  private static int set(MethodHandle setfsuid, int user) {
    try {
      return (int) setfsuid.invokeExact(user);
    } catch (Throwable t) {
      throw new IllegalStateException("setfsuid failed", t);
    }
  }
}
