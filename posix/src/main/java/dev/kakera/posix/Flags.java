package dev.kakera.posix;

/** Kernel constants. Some differ between processors; {@code asm/fcntl.h} of each has them. */
final class Flags {
  private static final boolean ARM = isArm(System.getProperty("os.arch"));

  static final int AT_FDCWD = -100;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int AT_REMOVEDIR = 0x200;
  static final int AT_NO_AUTOMOUNT = 0x800;
  static final int AT_EMPTY_PATH = 0x1000;

  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0x40;
  static final int O_EXCL = 0x80;
  static final int O_NONBLOCK = 0x800;
  static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
  static final int O_NOFOLLOW = ARM ? 0x8000 : 0x20000;
  static final int O_NOATIME = 0x40000;
  static final int O_CLOEXEC = 0x80000;

  static final int SEEK_SET = 0;
  static final int SEEK_DATA = 3;
  static final int SEEK_HOLE = 4;

  static final int STATX_BASIC_STATS = 0x7ff;

  static final int SYS_RENAMEAT2 = ARM ? 276 : 316;
  static final int RENAME_NOREPLACE = 1;

  static final long UTIME_OMIT = 0x3ffffffe;

  private Flags() {}

  private static boolean isArm(String processor) {
    return switch (processor) {
      case "amd64", "x86_64" -> false;
      case "aarch64" -> true;
      default ->
          throw new UnsupportedOperationException(
              "File calls are known for amd64 and aarch64, this processor is " + processor);
    };
  }
}
