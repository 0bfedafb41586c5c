package dev.kakera.core.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CutterTest {
  private static final long SEED = 0x637574L;
  private static final int STREAM_BYTES = 48 << 20;

  /** No cut by content is found for the first chunk; the second has one. */
  private static final int FIRST_LENGTH = CutLimits.MAX_BYTES;

  private static byte[] stream;

  private final Cutter cutter = new Cutter(GearTable.published());

  @BeforeAll
  static void fillStream() {
    stream = new byte[STREAM_BYTES];
    new SplittableRandom(SEED).nextBytes(stream);
  }

  @Test
  void cutsAGivenStreamWhereItAlwaysDid() {
    assertThat(cutAll(cutter, stream))
        .containsExactly(
            FIRST_LENGTH,
            2_736_846,
            1_098_208,
            3_223_144,
            2_558_093,
            3_622_142,
            2_142_321,
            2_896_931,
            2_586_392,
            2_717_257,
            2_519_294,
            2_173_566,
            2_451_182,
            3_398_111,
            2_371_373,
            2_465_372,
            2_403_379,
            2_812_567,
            1_961_166);
  }

  @Test
  void cutsWhereThePublishedRuleSays() {
    assertThat(cutAll(cutter, stream)).isEqualTo(cutByTheRule(stream));
  }

  @Test
  void keepsEveryChunkWithinTheLimits() {
    List<Integer> lengths = cutAll(cutter, stream);

    assertThat(lengths.stream().mapToInt(Integer::intValue).sum()).isEqualTo(STREAM_BYTES);
    assertThat(lengths.subList(0, lengths.size() - 1))
        .allMatch(length -> length > CutLimits.MIN_BYTES && length <= CutLimits.MAX_BYTES);
    assertThat(lengths).hasSizeBetween(STREAM_BYTES / (3 << 20), STREAM_BYTES / (2 << 20));
  }

  @Test
  void cutsTheSameHoweverTheBufferIsFed() {
    List<Integer> expected = cutAll(cutter, stream);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int biteMax : new int[] {1 << 10, 1 << 14, 1 << 18, 1 << 22}) {
      assertThat(cutFed(random, biteMax)).as("seed %d", SEED).isEqualTo(expected);
    }
  }

  @Test
  void asksForMoreUntilTheCutIsInTheBuffer() {
    int start = FIRST_LENGTH;
    int length = cutter.cut(stream, start, CutLimits.MAX_BYTES, false);
    assertThat(length).isBetween(CutLimits.MIN_BYTES + 1, CutLimits.MAX_BYTES - 1);

    assertThat(cutter.cut(stream, start, length, false)).isEqualTo(length);
    assertThat(cutter.cut(stream, start, length - 1, false)).isEqualTo(Cutter.NEEDS_MORE);
    assertThat(cutter.cut(stream, start, length - 1, true)).isEqualTo(length - 1);
    assertThat(cutter.cut(stream, start, 1, false)).isEqualTo(Cutter.NEEDS_MORE);
    assertThat(cutter.cut(stream, start, 1, true)).isEqualTo(1);
    assertThat(cutter.cut(stream, start, 0, false)).isEqualTo(Cutter.NEEDS_MORE);
    assertThat(cutter.cut(stream, start, 0, true)).isZero();
    assertThat(cutter.cut(stream, STREAM_BYTES, 0, true)).isZero();
  }

  @Test
  void cutsAtTheMaximumWhereContentNeverDecides() {
    byte[] zeros = new byte[CutLimits.MAX_BYTES + 5];

    assertThat(cutter.cut(zeros, 0, zeros.length, false)).isEqualTo(CutLimits.MAX_BYTES);
    assertThat(cutter.cut(zeros, 5, CutLimits.MAX_BYTES, false)).isEqualTo(CutLimits.MAX_BYTES);
    assertThat(cutter.cut(zeros, 5, CutLimits.MAX_BYTES - 1, false)).isEqualTo(Cutter.NEEDS_MORE);
    assertThat(cutter.cut(zeros, 5, CutLimits.MAX_BYTES - 1, true))
        .isEqualTo(CutLimits.MAX_BYTES - 1);
  }

  @Test
  void findsItsCutsAgainBehindAnInsertion() {
    int middle = 12_345_678;
    byte[] inserted = new byte[STREAM_BYTES + 7];
    System.arraycopy(stream, 0, inserted, 0, middle);
    System.arraycopy(stream, middle, inserted, middle + 7, STREAM_BYTES - middle);
    List<Integer> before = ends(cutAll(cutter, stream));
    List<Integer> after = ends(cutAll(cutter, inserted));

    assertThat(after)
        .as("cuts ahead of the insertion stay")
        .containsAll(before.stream().filter(end -> end <= middle).toList());
    List<Integer> moved =
        before.stream().filter(end -> end > middle + (8 << 20)).map(end -> end + 7).toList();
    assertThat(moved).hasSizeGreaterThan(5);
    assertThat(after).as("cuts two chunks behind it move with their bytes").containsAll(moved);
  }

  @Test
  void cutsElsewhereWithAnotherSeed() {
    List<Integer> published = ends(cutAll(cutter, stream));
    List<Integer> keyed = ends(cutAll(new Cutter(GearTable.keyed(GearTableTest.seed(7))), stream));

    assertThat(keyed.subList(0, keyed.size() - 1)).doesNotContainAnyElementsOf(published);
  }

  @Test
  void rejectsARangeOutsideTheBuffer() {
    byte[] buffer = new byte[10];

    for (int[] range :
        new int[][] {{-1, 5}, {0, 11}, {5, 6}, {11, 0}, {0, -1}, {5, Integer.MAX_VALUE}}) {
      assertThatThrownBy(() -> cutter.cut(buffer, range[0], range[1], true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("offset " + range[0] + " and length " + range[1])
          .hasMessageContaining("10 bytes");
    }
  }

  @Test
  void relatesItsLimits() {
    assertThat(CutLimits.MIN_BYTES).isLessThan(CutLimits.AVERAGE_BYTES);
    assertThat(CutLimits.AVERAGE_BYTES).isLessThan(CutLimits.MAX_BYTES);
    assertThat(CutLimits.WHOLE_FILE_MAX_BYTES).isEqualTo(4_194_304);
    assertThat(CutLimits.PACK_MAX_BYTES).isEqualTo(4_194_304);
    assertThat(CutLimits.PACK_FILE_MAX_BYTES).isEqualTo(524_288);
  }

  private static List<Integer> cutAll(Cutter cutter, byte[] bytes) {
    List<Integer> lengths = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int length = cutter.cut(bytes, at, bytes.length - at, true);
      lengths.add(length);
      at += length;
    }
    return lengths;
  }

  /** Reads the stream in random bites into a buffer just large enough, and asks after each. */
  private List<Integer> cutFed(SplittableRandom random, int biteMax) {
    List<Integer> lengths = new ArrayList<>();
    byte[] buffer = new byte[CutLimits.MAX_BYTES];
    int held = 0;
    int read = 0;
    while (true) {
      int length = cutter.cut(buffer, 0, held, read == stream.length);
      if (length == 0) {
        return lengths;
      }
      if (length == Cutter.NEEDS_MORE) {
        // Most of a chunk comes in one bite, or the minimum would be asked for a thousand times.
        int bite = held == 0 ? CutLimits.MIN_BYTES : random.nextInt(1, biteMax + 1) + (256 << 10);
        bite = Math.min(bite, Math.min(buffer.length - held, stream.length - read));
        System.arraycopy(stream, read, buffer, held, bite);
        held += bite;
        read += bite;
      } else {
        lengths.add(length);
        System.arraycopy(buffer, length, buffer, 0, held - length);
        held -= length;
      }
    }
  }

  /** The grammar of the class comment, written down a second time. */
  private static List<Integer> cutByTheRule(byte[] bytes) {
    long[] gear = GearTable.published().gears();
    List<Integer> lengths = new ArrayList<>();
    long fingerprint = 0;
    int length = 0;
    for (byte value : bytes) {
      length++;
      if (length > 1_048_576) {
        fingerprint = fingerprint * 2 + gear[value & 0xff];
        int zeros = Long.numberOfLeadingZeros(fingerprint);
        if (zeros >= (length <= 2_097_152 ? 23 : 19) || length == 4_194_304) {
          lengths.add(length);
          length = 0;
          fingerprint = 0;
        }
      }
    }
    if (length > 0) {
      lengths.add(length);
    }
    return lengths;
  }

  private static List<Integer> ends(List<Integer> lengths) {
    int[] ends = lengths.stream().mapToInt(Integer::intValue).toArray();
    Arrays.parallelPrefix(ends, Integer::sum);
    return IntStream.of(ends).boxed().toList();
  }
}
