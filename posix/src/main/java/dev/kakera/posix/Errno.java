package dev.kakera.posix;

import java.util.Map;

/**
 * Linux error numbers. The numbers are those of the generic table ({@code asm-generic/errno.h}),
 * which x86-64 and arm64 share.
 */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int E2BIG = 7;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int ETXTBSY = 26;
  public static final int EFBIG = 27;
  public static final int ENOSPC = 28;
  public static final int ESPIPE = 29;
  public static final int EROFS = 30;
  public static final int EMLINK = 31;
  public static final int ERANGE = 34;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int EOVERFLOW = 75;
  public static final int ENOTSUP = 95;
  public static final int ETIMEDOUT = 110;
  public static final int ESTALE = 116;
  public static final int EUCLEAN = 117;
  public static final int EDQUOT = 122;

  private record Meaning(String name, String message) {}

  private static final Map<Integer, Meaning> MEANINGS =
      Map.ofEntries(
          entry(EPERM, "EPERM", "Operation not permitted"),
          entry(ENOENT, "ENOENT", "No such file or directory"),
          entry(EINTR, "EINTR", "Interrupted system call"),
          entry(EIO, "EIO", "Input/output error"),
          entry(ENXIO, "ENXIO", "No such device or address"),
          entry(E2BIG, "E2BIG", "Argument list too long"),
          entry(EBADF, "EBADF", "Bad file descriptor"),
          entry(EAGAIN, "EAGAIN", "Resource temporarily unavailable"),
          entry(ENOMEM, "ENOMEM", "Cannot allocate memory"),
          entry(EACCES, "EACCES", "Permission denied"),
          entry(EBUSY, "EBUSY", "Device or resource busy"),
          entry(EEXIST, "EEXIST", "File exists"),
          entry(EXDEV, "EXDEV", "Invalid cross-device link"),
          entry(ENODEV, "ENODEV", "No such device"),
          entry(ENOTDIR, "ENOTDIR", "Not a directory"),
          entry(EISDIR, "EISDIR", "Is a directory"),
          entry(EINVAL, "EINVAL", "Invalid argument"),
          entry(ENFILE, "ENFILE", "Too many open files in system"),
          entry(EMFILE, "EMFILE", "Too many open files"),
          entry(ETXTBSY, "ETXTBSY", "Text file busy"),
          entry(EFBIG, "EFBIG", "File too large"),
          entry(ENOSPC, "ENOSPC", "No space left on device"),
          entry(ESPIPE, "ESPIPE", "Illegal seek"),
          entry(EROFS, "EROFS", "Read-only file system"),
          entry(EMLINK, "EMLINK", "Too many links"),
          entry(ERANGE, "ERANGE", "Numerical result out of range"),
          entry(ENAMETOOLONG, "ENAMETOOLONG", "File name too long"),
          entry(ENOSYS, "ENOSYS", "Function not implemented"),
          entry(ENOTEMPTY, "ENOTEMPTY", "Directory not empty"),
          entry(ELOOP, "ELOOP", "Too many levels of symbolic links"),
          entry(ENODATA, "ENODATA", "No data available"),
          entry(EOVERFLOW, "EOVERFLOW", "Value too large for defined data type"),
          entry(ENOTSUP, "ENOTSUP", "Operation not supported"),
          entry(ETIMEDOUT, "ETIMEDOUT", "Connection timed out"),
          entry(ESTALE, "ESTALE", "Stale file handle"),
          entry(EUCLEAN, "EUCLEAN", "Structure needs cleaning"),
          entry(EDQUOT, "EDQUOT", "Disk quota exceeded"));

  private Errno() {}

  /**
   * The symbolic name, such as {@code ENOENT}, or {@code errno 999} for a number not listed here.
   */
  public static String name(int errno) {
    Meaning meaning = MEANINGS.get(errno);
    return meaning == null ? "errno " + errno : meaning.name();
  }

  /** The English text of {@code strerror(3)}, or {@code Unknown error 999}. */
  public static String message(int errno) {
    Meaning meaning = MEANINGS.get(errno);
    return meaning == null ? "Unknown error " + errno : meaning.message();
  }

  private static Map.Entry<Integer, Meaning> entry(int errno, String name, String message) {
    return Map.entry(errno, new Meaning(name, message));
  }
}
