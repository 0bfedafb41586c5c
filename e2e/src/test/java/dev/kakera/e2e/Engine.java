package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Whether tests in containers are run. {@code KAKERA_CONTAINERS} says so: {@code need} fails
 * without a container engine, {@code skip} does not look for one; otherwise they are run where
 * there is one, and skipped where not.
 */
final class Engine {
  private static final String VARIABLE = "KAKERA_CONTAINERS";

  private Engine() {}

  static void skipWhenUnwanted() {
    assumeTrue(!"skip".equals(System.getenv(VARIABLE)), VARIABLE + "=skip: nothing was tried");
  }

  static void require(String what, boolean found) {
    if ("need".equals(System.getenv(VARIABLE))) {
      assertThat(found).as(what).isTrue();
    }
    assumeTrue(found, "not there: " + what + "; nothing was tried");
  }
}
