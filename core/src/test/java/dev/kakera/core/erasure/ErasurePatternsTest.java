package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.kernel.Kernels;
import dev.kakera.core.erasure.kernel.TestedKernels;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("I-16: any k good shards give exact bytes")
class ErasurePatternsTest {
  private static final long SEED = 0x6c6f7374L;

  /** More than one of the widest vectors, and a tail. */
  private static final int SIZE = 83;

  static List<String> kernels() {
    return TestedKernels.names();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void rebuildsFromEverySubsetOfKShardsUpToSixteenShards(String kernel) {
    int patterns = 0;
    for (int n = 2; n <= 16; n++) {
      for (int k = 1; k < n; k++) {
        patterns += everySubset(coder(kernel, new Geometry(k, n - k)), k, k);
      }
    }
    assertThat(patterns).isEqualTo(131_038);
  }

  @Test
  void rebuildsFromMoreAndRefusesFewerUpToTenShards() {
    for (int n = 2; n <= 10; n++) {
      for (int k = 1; k < n; k++) {
        assertThat(everySubset(new ErasureCoder(new Geometry(k, n - k)), 0, n)).isEqualTo(1 << n);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void rebuildsTheGeometriesInUseFromEverySubset(String kernel) {
    for (String geometry : new String[] {"4+2", "2+4", "10+4"}) {
      everySubset(coder(kernel, Geometry.parse(geometry)), 0, Geometry.SHARD_COUNT_MAX);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void rebuildsRandomPatternsOfLargeGeometries(String kernel) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int run = 0; run < 150; run++) {
      int n = run == 0 ? Geometry.SHARD_COUNT_MAX : random.nextInt(17, 256);
      int k = random.nextInt(1, n);
      Geometry geometry = new Geometry(k, n - k);
      ErasureCoder coder = coder(kernel, geometry);
      byte[][] whole = Stripes.encoded(coder, SIZE, random);
      for (int pattern = 0; pattern < 3; pattern++) {
        rebuild(coder, whole, randomSurvivors(geometry, random));
      }
    }
  }

  /** Tries all patterns with so many survivors; returns how many there were. */
  private static int everySubset(ErasureCoder coder, int fewest, int most) {
    Geometry geometry = coder.geometry();
    byte[][] whole = Stripes.encoded(coder, SIZE, new SplittableRandom(SEED));
    int patterns = 0;
    for (int bits = 0; bits < 1 << geometry.n(); bits++) {
      int have = Integer.bitCount(bits);
      if (have < fewest || have > most) {
        continue;
      }
      patterns++;
      if (have >= geometry.k()) {
        rebuild(coder, whole, Stripes.presentOf(geometry.n(), bits));
      } else {
        refuse(coder, whole, Stripes.presentOf(geometry.n(), bits), have);
      }
    }
    return patterns;
  }

  private static ErasureCoder coder(String kernel, Geometry geometry) {
    return new ErasureCoder(geometry, Kernels.named(kernel));
  }

  private static void rebuild(ErasureCoder coder, byte[][] whole, boolean[] present) {
    byte[][] shards = Stripes.withLosses(whole, coder.geometry(), present);
    coder.reconstructData(shards, present, 0, SIZE);
    for (int index = 0; index < coder.geometry().k(); index++) {
      if (!Arrays.equals(shards[index], whole[index])) {
        throw new AssertionError(
            "seed %d, geometry %s, present %s: data shard %d is wrong"
                .formatted(SEED, coder.geometry(), Arrays.toString(present), index));
      }
    }
  }

  private static void refuse(ErasureCoder coder, byte[][] whole, boolean[] present, int have) {
    byte[][] shards = Stripes.withLosses(whole, coder.geometry(), present);
    byte[][] data = Stripes.copyOf(Arrays.copyOf(shards, coder.geometry().k()));
    assertThatThrownBy(() -> coder.reconstructData(shards, present, 0, SIZE))
        .isInstanceOfSatisfying(
            TooFewShardsException.class,
            refusal -> {
              assertThat(refusal.have()).isEqualTo(have);
              assertThat(refusal.need()).isEqualTo(coder.geometry().k());
            });
    assertThat(Arrays.deepEquals(data, Arrays.copyOf(shards, coder.geometry().k())))
        .as("nothing is written")
        .isTrue();
  }

  private static boolean[] randomSurvivors(Geometry geometry, SplittableRandom random) {
    boolean[] present = new boolean[geometry.n()];
    int left = geometry.k();
    while (left > 0) {
      int index = random.nextInt(geometry.n());
      if (!present[index]) {
        present[index] = true;
        left--;
      }
    }
    return present;
  }
}
