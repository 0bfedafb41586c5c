package dev.kakera.sim;

import java.lang.reflect.Method;
import java.util.List;

/**
 * How a seeded bug was looked for.
 *
 * @param seeds until it was found, or all that were tried
 * @param how by which violation; null when it was not found
 */
record Hunt(String bug, int seeds, String how) {

  boolean isFound() {
    return how != null;
  }

  static Hunt of(Bug bug, int seedsMax) {
    try {
      Method run =
          bug.load().loadClass(Sim.class.getName()).getMethod("run", long.class, List.class);
      for (int seed = 1; seed <= seedsMax; seed++) {
        Object result = run.invoke(null, (long) seed, null);
        Object violation = result.getClass().getMethod("violation").invoke(result);
        if (violation != null) {
          return new Hunt(bug.name(), seed, violation.toString());
        }
      }
      return new Hunt(bug.name(), seedsMax, null);
    } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
      return new Hunt(bug.name(), 0, null).failed(e);
    }
  }

  private Hunt failed(Throwable why) {
    throw new IllegalStateException("seeded bug '%s' cannot be tried: %s".formatted(bug, why), why);
  }

  /** Command line: how many seeds at most, and the first and last bug by number. */
  public static void main(String[] arguments) {
    int first = Integer.parseInt(arguments[1]);
    int last = Integer.parseInt(arguments[2]);
    for (Bug bug : Bugs.ALL.subList(first, Math.min(last, Bugs.ALL.size()))) {
      try {
        System.out.println(of(bug, Integer.parseInt(arguments[0])));
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
