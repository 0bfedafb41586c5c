package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.kernel.TableKernel;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RecoveryCacheTest {
  private final RecoveryCache cache = new RecoveryCache();
  private int made;

  @Test
  void makesAPatternOnce() {
    Recovery first = get(3);

    assertThat(get(3)).isSameAs(first);
    assertThat(made).isEqualTo(1);
  }

  @Test
  void forgetsThePatternThatWasLeftUnusedTheLongest() {
    for (int pattern = 0; pattern < RecoveryCache.CAPACITY; pattern++) {
      get(pattern);
    }
    get(0);
    get(RecoveryCache.CAPACITY);
    assertThat(cache.count()).isEqualTo(RecoveryCache.CAPACITY);
    made = 0;

    get(0);
    assertThat(made).as("pattern 0 was used again and is kept").isZero();
    get(1);
    assertThat(made).as("pattern 1 had to go").isEqualTo(1);
  }

  private Recovery get(int pattern) {
    BitSet survivors = BitSet.valueOf(new long[] {pattern});
    return cache.get(
        survivors,
        () -> {
          made++;
          return new Recovery(new Geometry(1, 1), new TableKernel(), new int[] {0}, new int[] {1});
        });
  }
}
