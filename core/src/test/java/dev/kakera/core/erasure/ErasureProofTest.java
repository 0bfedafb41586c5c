package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.kernel.Kernel;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("I-07: no parity leaves that does not give the data back")
class ErasureProofTest {
  private static final long SEED = 0x70726f6f66L;

  /** Ends inside a tile, behind two whole ones, and leaves bytes behind the last long. */
  private static final int SIZE = 2 * ProofScratch.TILE_BYTES + 77;

  @ParameterizedTest
  @ValueSource(strings = {"4+2", "2+4", "3+3", "10+4", "1+3", "5+1", "2+5", "3+7"})
  void findsOneFlippedBitInAnyShardAtAnyKindOfPosition(String written) {
    ErasureCoder coder = new ErasureCoder(Geometry.parse(written));
    ProofScratch scratch = coder.newProofScratch();
    SplittableRandom random = new SplittableRandom(SEED);
    byte[][] shards = Stripes.encoded(coder, SIZE, random);
    assertThat(coder.prove(shards, 0, SIZE, scratch)).isTrue();

    for (int index = 0; index < shards.length; index++) {
      for (int position : positions(random)) {
        int bit = 1 << random.nextInt(8);
        shards[index][position] ^= (byte) bit;
        assertThat(coder.prove(shards, 0, SIZE, scratch))
            .as("seed %d, %s, shard %d, byte %d, bit %d", SEED, written, index, position, bit)
            .isFalse();
        assertThat(scratch.difference().orElseThrow().position()).isEqualTo(position);
        shards[index][position] ^= (byte) bit;
      }
    }
    assertThat(coder.prove(shards, 0, SIZE, scratch)).isTrue();
    assertThat(scratch.difference()).isEmpty();
  }

  @Test
  void letsEveryParityShardOfEveryGeometryTakePart() {
    for (int n = 2; n <= 24; n++) {
      for (int k = 1; k < n; k++) {
        ErasureCoder coder = new ErasureCoder(new Geometry(k, n - k));
        ProofScratch scratch = coder.newProofScratch();
        byte[][] shards = Stripes.encoded(coder, 9, new SplittableRandom(SEED));
        Set<Integer> named = new HashSet<>();
        for (int index = k; index < n; index++) {
          shards[index][4] ^= 0x40;
          assertThat(coder.prove(shards, 0, 9, scratch))
              .as("%d of %d+%d", index, k, n - k)
              .isFalse();
          assertThat(scratch.difference().orElseThrow().parityIndexes()).contains(index);
          named.addAll(scratch.difference().orElseThrow().parityIndexes());
          shards[index][4] ^= 0x40;
        }
        assertThat(named).hasSize(n - k);
      }
    }
  }

  @Test
  void provesTheLargestGeometries() {
    for (String written : new String[] {"254+1", "1+254", "128+127", "127+128", "100+155"}) {
      ErasureCoder coder = new ErasureCoder(Geometry.parse(written));
      byte[][] shards = Stripes.encoded(coder, 70, new SplittableRandom(SEED));
      assertThat(coder.prove(shards, 0, 70, coder.newProofScratch())).as(written).isTrue();
      shards[254][69] ^= 1;
      assertThat(coder.prove(shards, 0, 70, coder.newProofScratch())).as(written).isFalse();
    }
  }

  @Test
  void looksOnlyAtTheRange() {
    ErasureCoder coder = new ErasureCoder(new Geometry(4, 2));
    byte[][] shards = Stripes.random(coder.geometry(), 500, new SplittableRandom(SEED));
    coder.encode(shards, 100, 300);

    assertThat(coder.prove(shards, 100, 300, coder.newProofScratch())).isTrue();
    assertThat(coder.prove(shards, 99, 300, coder.newProofScratch())).isFalse();
    assertThat(coder.prove(shards, 101, 300, coder.newProofScratch())).isFalse();
  }

  @Test
  void writesNothing() {
    ErasureCoder coder = new ErasureCoder(new Geometry(2, 4));
    byte[][] shards = Stripes.encoded(coder, 500, new SplittableRandom(SEED));
    byte[][] before = Stripes.copyOf(shards);
    coder.prove(shards, 0, 500, coder.newProofScratch());

    assertThat(shards).isDeepEqualTo(before);
  }

  @Test
  void catchesAKernelThatEncodesInAnotherField() {
    Kernel otherField = new OtherField();
    ErasureCoder coder = new ErasureCoder(new Geometry(4, 2), otherField);
    byte[][] shards = Stripes.encoded(coder, 64, new SplittableRandom(SEED));

    assertThat(coder.prove(shards, 0, 64, coder.newProofScratch())).isFalse();
  }

  @Test
  void describesTheDifference() {
    ErasureCoder coder = new ErasureCoder(new Geometry(4, 2));
    ProofScratch scratch = coder.newProofScratch();
    byte[][] shards = Stripes.encoded(coder, 64, new SplittableRandom(SEED));
    shards[5][33] ^= 8;
    coder.prove(shards, 0, 64, scratch);

    assertThat(scratch.difference().orElseThrow())
        .hasToString("data shard 0 rebuilt with parity shards [4, 5] differs from byte 33 on");
  }

  private static Set<Integer> positions(SplittableRandom random) {
    int tile = ProofScratch.TILE_BYTES;
    Set<Integer> positions = new TreeSet<>();
    for (int edge : new int[] {0, 8, 64, 4096, tile, 2 * tile, 2 * tile + 64, SIZE}) {
      positions.add(Math.max(0, edge - 1));
      positions.add(Math.min(SIZE - 1, edge));
    }
    for (int more = 0; more < 8; more++) {
      positions.add(random.nextInt(SIZE));
    }
    return positions;
  }

  /** Consistent with itself, but multiplies modulo 0x11b. */
  private static final class OtherField implements Kernel {
    @Override
    public String name() {
      return "other field";
    }

    @Override
    public Multiplier prepare(byte[][] rows) {
      return (inputs, inputOffset, outputs, outputOffset, length) -> {
        for (int output = 0; output < rows.length; output++) {
          for (int at = 0; at < length; at++) {
            int sum = 0;
            for (int input = 0; input < inputs.length; input++) {
              sum ^= product(rows[output][input] & 0xff, inputs[input][inputOffset + at] & 0xff);
            }
            outputs[output][outputOffset + at] = (byte) sum;
          }
        }
      };
    }

    private static int product(int a, int b) {
      int product = 0;
      for (int bit = 7; bit >= 0; bit--) {
        product <<= 1;
        product = product >= 256 ? product ^ 0x11b : product;
        product ^= (b >> bit & 1) * a;
      }
      return product;
    }
  }
}
