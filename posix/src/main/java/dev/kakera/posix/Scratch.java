package dev.kakera.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Native memory of one thread, made once and used by every call of that thread, so that a call
 * allocates nothing outside the heap. About 9 KiB; 256 KiB more from the first read on. Freed when
 * the thread is collected.
 */
final class Scratch {
  /** PATH_MAX, which counts the NUL byte. */
  static final int TEXT_SIZE_BYTES = 4096;

  /** Also the largest read or write passed on in one call; XATTR_SIZE_MAX is a quarter of it. */
  static final int TRANSFER_SIZE_BYTES = 256 << 10;

  static final int STRUCTURE_SIZE_BYTES = 256;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment first = arena.allocate(TEXT_SIZE_BYTES);
  private final MemorySegment second = arena.allocate(TEXT_SIZE_BYTES);
  private MemorySegment transfer = MemorySegment.NULL;

  /** Where the last call of this thread left errno. */
  final MemorySegment state = arena.allocate(NativeLibrary.CALL_STATE);

  /** Room for one struct statx or two struct timespec. */
  final MemorySegment structure = arena.allocate(STRUCTURE_SIZE_BYTES, 8);

  private Scratch() {}

  static Scratch ofThread() {
    return OF_THREAD.get();
  }

  /** The errno of the last failed call. */
  int errno() {
    return (int) NativeLibrary.ERRNO.get(state, 0L);
  }

  /** Whether a call returned -1 only because a signal came, so that it is to be made again. */
  boolean interrupted(long result) {
    return result == -1 && errno() == Errno.EINTR;
  }

  /**
   * Writes a NUL-terminated text into the first slot; only valid until the next text of this slot.
   *
   * @return the slot, or null if the text is longer than the kernel takes
   */
  MemorySegment text(byte[] bytes) {
    return terminated(first, bytes);
  }

  /** The same in the second slot, for calls that take two texts. */
  MemorySegment otherText(byte[] bytes) {
    return terminated(second, bytes);
  }

  /** The large buffer, {@link #TRANSFER_SIZE_BYTES} long. */
  MemorySegment transfer() {
    if (transfer.byteSize() == 0) {
      transfer = arena.allocate(TRANSFER_SIZE_BYTES, 64);
    }
    return transfer;
  }

  /** The first {@code size} bytes of a segment as a new array. */
  static byte[] copyOf(MemorySegment from, long size) {
    byte[] bytes = new byte[Math.toIntExact(size)];
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
    return bytes;
  }

  private static MemorySegment terminated(MemorySegment slot, byte[] bytes) {
    if (bytes.length >= TEXT_SIZE_BYTES) {
      return null;
    }
    MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
    slot.set(ValueLayout.JAVA_BYTE, bytes.length, (byte) 0);
    return slot;
  }
}
