package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the records of getdents64(2): inode, next offset, record length, type, name, NUL. */
final class EntryReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int LENGTH_OFFSET = 16;
  private static final int TYPE_OFFSET = 18;
  private static final int NAME_OFFSET = 19;

  private EntryReader() {}

  static List<DirectoryEntry> readAll(Directory directory) throws PosixException {
    Scratch s = Scratch.ofThread();
    directory.check(FileCalls.lseek(s, directory.fd(), 0, Flags.SEEK_SET), "lseek");
    List<DirectoryEntry> entries = new ArrayList<>();
    MemorySegment to = s.transfer();
    while (true) {
      long size = FileCalls.getdents(s, directory.fd(), to, to.byteSize());
      directory.check(size, "getdents64");
      if (size == 0) {
        return entries;
      }
      addAll(Scratch.copyOf(to, size), entries);
    }
  }

  private static void addAll(byte[] records, List<DirectoryEntry> entries) {
    int record = 0;
    while (record < records.length) {
      int start = record + NAME_OFFSET;
      int end = start;
      while (records[end] != 0) {
        end++;
      }
      if (!isDots(records, start, end)) {
        entries.add(
            new DirectoryEntry(
                Arrays.copyOfRange(records, start, end),
                FileType.ofDirectoryRecord(records[record + TYPE_OFFSET]),
                (long) LONG.get(records, record)));
      }
      record += Short.toUnsignedInt((short) SHORT.get(records, record + LENGTH_OFFSET));
    }
  }

  private static boolean isDots(byte[] records, int start, int end) {
    return records[start] == '.'
        && (end - start == 1 || (end - start == 2 && records[start + 1] == '.'));
  }
}
