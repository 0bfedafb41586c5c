package dev.kakera.posix;

import java.io.IOException;

/**
 * A Linux call failed. The message reads {@code openat photos/a.jpg: EACCES (Permission denied)},
 * followed by what to do where there is something to do. It carries file names, so it belongs in
 * reports and not in logs.
 */
public final class PosixException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int errno;
  private final String call;
  private final String object;

  /**
   * @param call the name of the call that failed, such as {@code openat}
   * @param object what it was asked about, already escaped for display
   * @param errno the error number, see {@link Errno}
   */
  public PosixException(String call, String object, int errno) {
    super(
        call
            + " "
            + object
            + ": "
            + Errno.name(errno)
            + " ("
            + Errno.message(errno)
            + ")"
            + advice(errno));
    this.call = call;
    this.object = object;
    this.errno = errno;
  }

  /** For failures found by this package and not by the kernel: {@code detail} replaces the text. */
  PosixException(String call, String object, int errno, String detail) {
    super(call + " " + object + ": " + Errno.name(errno) + " (" + detail + ")");
    this.call = call;
    this.object = object;
    this.errno = errno;
  }

  /** The error number; compare with the constants of {@link Errno}. */
  public int errno() {
    return errno;
  }

  /** The symbolic name of the error, such as {@code ENOENT}. */
  public String errnoName() {
    return Errno.name(errno);
  }

  /** The call that failed, such as {@code openat}. */
  public String call() {
    return call;
  }

  /** What the call was about, escaped for display. */
  public String object() {
    return object;
  }

  /** Whether the error number is one of these. */
  public boolean is(int... errnos) {
    for (int candidate : errnos) {
      if (candidate == errno) {
        return true;
      }
    }
    return false;
  }

  private static String advice(int errno) {
    return switch (errno) {
      case Errno.EACCES, Errno.EPERM ->
          "; run as a user who may do this, or change its permissions";
      case Errno.EMFILE -> "; raise the limit of open files (ulimit -n)";
      case Errno.ELOOP -> "; it is a symbolic link, and links are not followed here";
      case Errno.ENOSPC -> "; free some space on this file system";
      case Errno.EDQUOT -> "; raise the quota or free some space";
      case Errno.EROFS -> "; mount the file system writable or choose another place";
      case Errno.EIO, Errno.EUCLEAN -> "; check the disk and its file system";
      default -> "";
    };
  }
}
