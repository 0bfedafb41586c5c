package dev.kakera.core.cipher;

/** The loops that work on several blocks at once; they only ever see whole strides. */
interface BulkLoops {
  /** Blocks of 16 bytes that {@link #absorb} takes in a step. */
  int LANES = 4;

  /** Bytes of key stream that {@link #keyStream} makes. */
  int STRIDE_BYTES = 512;

  /**
   * Eight blocks of ChaCha20.
   *
   * @param state the 16 words of the first block's state; not changed
   * @param scratch 128 ints, which hold key stream afterwards
   * @param stream gets 64 longs: word pairs by their rising place, of each first the even blocks 0
   *     2 4 6, then the odd ones 1 3 5 7
   */
  void keyStream(int[] state, int[] scratch, long[] stream);

  /**
   * Poly1305 in four lanes of 26-bit limbs: {@code h = (h + block) * r}.
   *
   * @param limbs limb 0 of each lane, then limb 1 ...: 20 longs, changed
   * @param factors limbs 0 to 4 of r, each four times, then 5 times limbs 1 to 4: 36 longs
   * @param words for each step the four blocks' lower halves, then their upper halves
   * @param count of longs in {@code words}, a multiple of 8
   */
  void absorb(long[] limbs, long[] factors, long[] words, int count);
}
