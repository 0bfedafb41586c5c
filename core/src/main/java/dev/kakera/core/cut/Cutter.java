package dev.kakera.core.cut;

import java.util.Objects;

/**
 * Content-defined cutting by FastCDC: W. Xia and others, "FastCDC: a Fast and Efficient
 * Content-Defined Chunking Approach for Data Deduplication", USENIX ATC 2016, and "The Design of
 * Fast Content-Defined Chunking for Data Deduplication Based Storage Systems", IEEE TPDS 31(9),
 * 2020.
 *
 * <pre>
 * fp = 0
 * for each byte b of the chunk behind the first {@link CutLimits#MIN_BYTES}:
 *     fp = (fp shifted left by 1) + gear[b]       modulo 2^64
 *     cut behind b if the highest h bits of fp are all zero
 * cut behind {@link CutLimits#MAX_BYTES} bytes in any case
 * </pre>
 *
 * <p>{@code h} is 23 for the bytes up to {@link CutLimits#AVERAGE_BYTES} (= 2^21) and 19 behind
 * them: normalised chunking of level 2, two bits harder before the average and two bits easier
 * after it, which keeps lengths near the average. The papers spread the bits of a mask over the
 * number; the highest ones are taken here, because bit i of fp depends on the last i + 1 bytes, so
 * that every one of these bits has seen at least 42 bytes.
 *
 * <p>One byte a step is the fastest loop on this kind of machine as well as the simplest; the
 * unrolled variants of the second paper were slower, with the same cuts.
 *
 * <p>Immutable and thread-safe.
 */
public final class Cutter {
  /** The answer that more bytes are needed to find the cut. */
  public static final int NEEDS_MORE = -1;

  private static final int AVERAGE_BITS = 21;
  private static final int NORMALISATION_LEVEL = 2;
  private static final long HARD_MASK = highest(AVERAGE_BITS + NORMALISATION_LEVEL);
  private static final long EASY_MASK = highest(AVERAGE_BITS - NORMALISATION_LEVEL);

  private final long[] gears;

  public Cutter(GearTable table) {
    this.gears = Objects.requireNonNull(table, "table").gears();
  }

  /**
   * Finds the end of the chunk that begins at {@code offset}. The answer depends on the bytes of
   * the stream alone, not on how they arrive in the buffer.
   *
   * <p>A loop over a stream keeps a buffer of at least {@link CutLimits#MAX_BYTES}, fills it up,
   * cuts, and moves on by the answer. With that much in the buffer the answer is always a length.
   *
   * @param length how many bytes of the stream are in the buffer from {@code offset} on
   * @param last whether the stream ends behind them
   * @return the chunk's length, from 1 to {@link CutLimits#MAX_BYTES}; or {@link #NEEDS_MORE} if
   *     the cut is not among these bytes and more may come; or 0 if the stream has ended and no
   *     byte is left
   * @throws IllegalArgumentException if the range is not within the buffer
   */
  public int cut(byte[] buffer, int offset, int length, boolean last) {
    Objects.requireNonNull(buffer, "buffer");
    if (offset < 0 || length < 0 || offset > buffer.length - length) {
      throw new IllegalArgumentException(
          "offset "
              + offset
              + " and length "
              + length
              + " are not within a buffer of "
              + buffer.length
              + " bytes");
    }
    int limit = Math.min(length, CutLimits.MAX_BYTES);
    int found = find(buffer, offset, limit);
    if (found > 0) {
      return found;
    }
    return last || limit == CutLimits.MAX_BYTES ? limit : NEEDS_MORE;
  }

  /** The length up to the first cut by content within {@code limit} bytes, or 0. */
  private int find(byte[] buffer, int offset, int limit) {
    if (limit <= CutLimits.MIN_BYTES) {
      return 0;
    }
    long[] gear = gears;
    int easyFrom = offset + Math.min(limit, CutLimits.AVERAGE_BYTES);
    int end = offset + limit;
    long fingerprint = 0;
    int at = offset + CutLimits.MIN_BYTES;
    for (; at < easyFrom; at++) {
      fingerprint = (fingerprint << 1) + gear[buffer[at] & 0xff];
      if ((fingerprint & HARD_MASK) == 0) {
        return at + 1 - offset;
      }
    }
    for (; at < end; at++) {
      fingerprint = (fingerprint << 1) + gear[buffer[at] & 0xff];
      if ((fingerprint & EASY_MASK) == 0) {
        return at + 1 - offset;
      }
    }
    return 0;
  }

  private static long highest(int bits) {
    return -1L << (Long.SIZE - bits);
  }
}
