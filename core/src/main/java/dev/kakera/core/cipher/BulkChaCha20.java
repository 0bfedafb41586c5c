package dev.kakera.core.cipher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Our own, on loops that make eight blocks of key stream at once. */
final class BulkChaCha20 implements ChaCha20 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** "expand 32-byte k" in little-endian words. */
  private static final int[] CONSTANTS = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

  private static final int COUNTER = 12;
  private static final int BLOCK_LONGS = BLOCK_BYTES / Long.BYTES;
  private static final int STRIDE_BLOCKS = BulkLoops.STRIDE_BYTES / BLOCK_BYTES;

  private final BulkLoops loops;
  private final int[] state = new int[16];
  private final int[] scratch = new int[BulkLoops.STRIDE_BYTES / Integer.BYTES];
  private final long[] stream = new long[BulkLoops.STRIDE_BYTES / Long.BYTES];
  private final byte[] block = new byte[BLOCK_BYTES];

  BulkChaCha20(BulkLoops loops) {
    this.loops = loops;
  }

  @Override
  public void begin(byte[] secret, byte[] blockZero) {
    System.arraycopy(CONSTANTS, 0, state, 0, CONSTANTS.length);
    for (int word = 0; word < Aead.KEY_BYTES / Integer.BYTES; word++) {
      state[CONSTANTS.length + word] = (int) INTS.get(secret, word * Integer.BYTES);
    }
    state[COUNTER] = 0;
    for (int word = 0; word < Aead.NONCE_BYTES / Integer.BYTES; word++) {
      state[COUNTER + 1 + word] = (int) INTS.get(secret, Aead.KEY_BYTES + word * Integer.BYTES);
    }
    loops.keyStream(state, scratch, stream);
    for (int pair = 0; pair < BLOCK_LONGS; pair++) {
      LONGS.set(blockZero, pair * Long.BYTES, stream[at(0, pair)]);
    }
    state[COUNTER] = 1;
  }

  @Override
  public void crypt(byte[] source, int offset, int length, byte[] target, int targetOffset) {
    for (int done = 0; done < length; done += BulkLoops.STRIDE_BYTES) {
      int size = Math.min(BulkLoops.STRIDE_BYTES, length - done);
      loops.keyStream(state, scratch, stream);
      cryptBlocks(source, offset + done, size / BLOCK_BYTES, target, targetOffset + done);
      cryptTail(source, offset + done, size, target, targetOffset + done);
      state[COUNTER] += Math.ceilDiv(size, BLOCK_BYTES);
    }
  }

  private void cryptBlocks(byte[] source, int offset, int count, byte[] target, int targetOffset) {
    long[] words = stream;
    int from = offset;
    int to = targetOffset;
    for (int index = 0; index < count; index++) {
      int place = at(index, 0);
      for (int pair = 0; pair < BLOCK_LONGS; pair++) {
        long in = (long) LONGS.get(source, from + pair * Long.BYTES);
        LONGS.set(target, to + pair * Long.BYTES, in ^ words[place + pair * STRIDE_BLOCKS]);
      }
      from += BLOCK_BYTES;
      to += BLOCK_BYTES;
    }
  }

  private void cryptTail(byte[] source, int offset, int size, byte[] target, int targetOffset) {
    int whole = size & -BLOCK_BYTES;
    if (whole == size) {
      return;
    }
    for (int pair = 0; pair < BLOCK_LONGS; pair++) {
      LONGS.set(block, pair * Long.BYTES, stream[at(whole / BLOCK_BYTES, pair)]);
    }
    for (int index = whole; index < size; index++) {
      target[targetOffset + index] = (byte) (source[offset + index] ^ block[index - whole]);
    }
  }

  /** Where a pair of words of a block lies: as {@link BulkLoops#keyStream} says. */
  private static int at(int block, int pair) {
    return pair * STRIDE_BLOCKS + (block & 1) * (STRIDE_BLOCKS / 2) + (block >> 1);
  }

  @Override
  public void end() {
    Arrays.fill(state, 0);
    Arrays.fill(scratch, 0);
    Arrays.fill(stream, 0);
    Arrays.fill(block, (byte) 0);
  }
}
