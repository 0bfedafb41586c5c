package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.kernel.TableKernel;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErasureCoderTest {
  private static final long SEED = 0x636f646572L;
  private static final Geometry FOUR_TWO = new Geometry(4, 2);

  private final ErasureCoder coder = new ErasureCoder(FOUR_TWO);

  @Test
  @DisplayName("I-07: gives the known parity of 4+2")
  void givesTheKnownParity() {
    byte[][] shards = new byte[6][8];
    for (int shard = 0; shard < 4; shard++) {
      for (int at = 0; at < 8; at++) {
        shards[shard][at] = (byte) (31 * at + 17 * shard + 7);
      }
    }
    coder.encode(shards, 0, 8);

    assertThat(HexFormat.of().formatHex(shards[4])).isEqualTo("0c000c0004000400");
    assertThat(HexFormat.of().formatHex(shards[5])).isEqualTo("8ee54eb087e6fcfd");
  }

  @ParameterizedTest
  @DisplayName("I-16: rebuilds at lengths where a loop ends")
  @ValueSource(
      ints = {0, 1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 4095, 4096, 4097, 16_383, 16_384, 16_385, 70_001})
  void encodesAndRebuildsAnyLength(int length) {
    SplittableRandom random = new SplittableRandom(SEED + length);
    for (String written : new String[] {"4+2", "2+4", "10+4", "1+1", "5+3"}) {
      Geometry geometry = Geometry.parse(written);
      ErasureCoder any = new ErasureCoder(geometry);
      byte[][] whole = Stripes.encoded(any, length, random);
      boolean[] present = new boolean[geometry.n()];
      Arrays.fill(present, true);
      for (int lost = 0; lost < geometry.m(); lost++) {
        present[(lost * 2 + length) % geometry.n()] = false;
      }
      byte[][] shards = Stripes.withLosses(whole, geometry, present);
      any.reconstructData(shards, present, 0, length);

      for (int index = 0; index < geometry.k(); index++) {
        assertThat(shards[index]).as("%s shard %d", geometry, index).isEqualTo(whole[index]);
      }
      assertThat(any.prove(whole, 0, length, any.newProofScratch())).isTrue();
    }
  }

  @Test
  void touchesNothingOutsideTheRange() {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[][] whole = Stripes.random(FOUR_TWO, 300, random);
    byte[][] before = Stripes.copyOf(whole);
    coder.encode(whole, 11, 203);
    byte[][] lost = Stripes.copyOf(whole);
    Arrays.fill(lost[1], 11, 214, (byte) 0);
    Arrays.fill(lost[2], 11, 214, (byte) 0);
    coder.reconstructData(lost, Stripes.presentOf(6, 0b111001), 11, 203);

    assertThat(Arrays.deepEquals(lost, whole)).isTrue();
    for (int index = 0; index < 6; index++) {
      boolean parity = index >= 4;
      assertThat(Arrays.equals(whole[index], 0, 11, before[index], 0, 11)).isTrue();
      assertThat(Arrays.equals(whole[index], 214, 300, before[index], 214, 300)).isTrue();
      assertThat(Arrays.equals(whole[index], before[index])).isEqualTo(!parity);
    }
  }

  @Test
  void leavesPresenceAndSurvivorsAsTheyWere() {
    byte[][] whole = Stripes.encoded(coder, 64, new SplittableRandom(SEED));
    boolean[] present = Stripes.presentOf(6, 0b101101);
    byte[][] shards = Stripes.withLosses(Stripes.copyOf(whole), FOUR_TWO, present);
    coder.reconstructData(shards, present, 0, 64);

    assertThat(present).isEqualTo(Stripes.presentOf(6, 0b101101));
    assertThat(shards[4]).isNull();
    assertThat(shards[5]).isEqualTo(whole[5]);
  }

  @Test
  @DisplayName("I-07: gives the same bytes on every kernel")
  void givesTheSameBytesOnEveryKernel() {
    ErasureCoder plain = new ErasureCoder(FOUR_TWO, new TableKernel());

    assertThat(Stripes.encoded(coder, 5_000, new SplittableRandom(SEED)))
        .isDeepEqualTo(Stripes.encoded(plain, 5_000, new SplittableRandom(SEED)));
  }

  @Test
  void saysHowManyShardsAreMissing() {
    byte[][] shards = new byte[6][8];

    assertThatThrownBy(() -> coder.reconstructData(shards, Stripes.presentOf(6, 0b100101), 0, 8))
        .isInstanceOf(TooFewShardsException.class)
        .hasMessageContaining("have 3, need 4")
        .hasMessageContaining("find 1 more");
  }

  @Test
  void namesTheArgumentThatDoesNotFit() {
    byte[][] shards = new byte[6][100];
    shards[5] = new byte[99];
    boolean[] present = Stripes.presentOf(6, 0b111111);

    assertThatThrownBy(() -> coder.encode(shards, 0, 100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "shards[5] has 99 bytes, expected at least offset 0 + length 100 (geometry 4+2)");
    assertThatThrownBy(() -> coder.encode(shards, Integer.MAX_VALUE, 2))
        .hasMessageContaining("shards[0] has 100 bytes");
    assertThatThrownBy(() -> coder.encode(shards, 2, Integer.MAX_VALUE))
        .hasMessageContaining("shards[0] has 100 bytes");
    assertThatThrownBy(() -> coder.encode(shards, -1, 2)).hasMessageContaining("offset is -1");
    assertThatThrownBy(() -> coder.encode(shards, 1, -2)).hasMessageContaining("length is -2");
    assertThatThrownBy(() -> coder.encode(new byte[5][100], 0, 100))
        .hasMessageContaining("shards has 5 arrays, expected 6 for geometry 4+2");
    assertThatThrownBy(() -> coder.reconstructData(shards, new boolean[5], 0, 9))
        .hasMessageContaining("present has 5 entries, expected 6");
    assertThatThrownBy(() -> coder.reconstructData(shards, present, 0, 100))
        .hasMessageContaining("shards[5] has 99 bytes");
    shards[3] = null;
    assertThatThrownBy(() -> coder.reconstructData(shards, present, 0, 9))
        .hasMessageContaining("shards[3] is null");
    assertThatThrownBy(() -> coder.prove(shards, 0, 9, coder.newProofScratch()))
        .hasMessageContaining("shards[3] is null");
    assertThatThrownBy(() -> coder.prove(new byte[6][9], 0, 9, otherScratch()))
        .hasMessageContaining("scratch is for geometry 2+4, expected 4+2");
  }

  private static ProofScratch otherScratch() {
    return new ErasureCoder(new Geometry(2, 4)).newProofScratch();
  }
}
