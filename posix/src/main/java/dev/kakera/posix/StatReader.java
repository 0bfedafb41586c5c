package dev.kakera.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/** Reads {@code struct statx}; its layout is the same on every processor (linux/stat.h). */
final class StatReader {
  private static final long LINK_COUNT = 16;
  private static final long USER_ID = 20;
  private static final long GROUP_ID = 24;
  private static final long MODE = 28;
  private static final long INODE = 32;
  private static final long SIZE = 40;
  private static final long BLOCKS = 48;
  private static final long CHANGED = 96;
  private static final long MODIFIED = 112;
  private static final long DEVICE_MAJOR = 136;
  private static final long DEVICE_MINOR = 140;

  private StatReader() {}

  static FileStat read(MemorySegment statx) {
    return new FileStat(
        Short.toUnsignedInt(statx.get(JAVA_SHORT, MODE)),
        statx.get(JAVA_LONG, SIZE),
        timestamp(statx, MODIFIED),
        timestamp(statx, CHANGED),
        statx.get(JAVA_LONG, INODE),
        device(unsigned(statx, DEVICE_MAJOR), unsigned(statx, DEVICE_MINOR)),
        unsigned(statx, LINK_COUNT),
        unsigned(statx, USER_ID),
        unsigned(statx, GROUP_ID),
        statx.get(JAVA_LONG, BLOCKS));
  }

  private static long unsigned(MemorySegment statx, long offset) {
    return Integer.toUnsignedLong(statx.get(JAVA_INT, offset));
  }

  private static Timestamp timestamp(MemorySegment statx, long offset) {
    return new Timestamp(statx.get(JAVA_LONG, offset), statx.get(JAVA_INT, offset + 8));
  }

  /** makedev(3) */
  private static long device(long major, long minor) {
    return (major & 0xfffff000L) << 32
        | (major & 0xfffL) << 8
        | (minor & 0xffffff00L) << 12
        | (minor & 0xffL);
  }
}
