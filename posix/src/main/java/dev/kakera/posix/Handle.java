package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * An open file or directory: one descriptor until {@link #close}. What is done through a handle is
 * done to the thing that was opened, whatever has become of its name since.
 *
 * <p>A handle may be passed between threads but belongs to one at a time. Closing it while another
 * thread uses it is a mistake that the kernel cannot detect. Every method throws {@link
 * IllegalStateException} after closing.
 */
public abstract sealed class Handle implements AutoCloseable permits Directory, OpenFile {
  /** In place of a user or group id: leave it as it is. */
  public static final long UNCHANGED = -1;

  private static final byte[] NO_NAME = {};

  private final Label label;
  private int fd;

  Handle(int fd, Label label) {
    this.fd = fd;
    this.label = label;
  }

  /** The descriptor. */
  final int fd() {
    if (fd < 0) {
      throw new IllegalStateException("Already closed: " + label.display());
    }
    return fd;
  }

  final Label label() {
    return label;
  }

  /** The path by which it was opened, escaped for people and not for use as a path. */
  public final String displayPath() {
    return label.display();
  }

  /** The path of a name in it, escaped for people. */
  public final String displayPathOf(byte[] name) {
    return label.child(name).display();
  }

  /**
   * What the kernel says about the open file now.
   *
   * @throws PosixException EIO, ESTALE and the like; there is no right to lack
   */
  public final FileStat stat() throws PosixException {
    Scratch s = Scratch.ofThread();
    check(FileCalls.statx(s, fd(), s.text(NO_NAME), Flags.AT_EMPTY_PATH, s.structure), "statx");
    return StatReader.read(s.structure);
  }

  /**
   * All extended attributes that this process may see, ordered by name; empty where the file system
   * keeps none. One that vanishes in between is left out.
   *
   * @throws PosixException EACCES, EIO, E2BIG (over 64 KiB of names)
   */
  public final List<ExtendedAttribute> attributes() throws PosixException {
    return AttributeReader.ofOpen(this).readAll();
  }

  /**
   * The value of one extended attribute, or empty if it has none of this name.
   *
   * @throws PosixException ENOTSUP (file system or namespace), EACCES, EIO
   */
  public final Optional<byte[]> attribute(byte[] name) throws PosixException {
    return Optional.ofNullable(AttributeReader.ofOpen(this).readOrNull(name));
  }

  /**
   * Creates or replaces an extended attribute.
   *
   * @throws PosixException ENOTSUP (file system or namespace), EPERM (namespace), ENOSPC, EDQUOT,
   *     E2BIG or ERANGE (name or value too long), EROFS
   */
  public final void setAttribute(ExtendedAttribute attribute) throws PosixException {
    AttributeReader.ofOpen(this).write(attribute);
  }

  /**
   * Removes an extended attribute.
   *
   * @throws PosixException ENODATA (there is none), ENOTSUP, EPERM, EROFS
   */
  public final void removeAttribute(byte[] name) throws PosixException {
    AttributeReader.ofOpen(this).remove(name);
  }

  /**
   * Sets the permission bits, with set-user, set-group and sticky; the umask has no say.
   *
   * @throws PosixException EPERM (not the owner), EROFS
   */
  public final void setPermissions(int permissions) throws PosixException {
    check(TreeCalls.fchmod(Scratch.ofThread(), fd(), permissions & 0xfff), "fchmod");
  }

  /**
   * Gives it to a user and a group; either may be {@link #UNCHANGED}. Linux clears set-user,
   * set-group and {@code security.capability} by this, so set those afterwards.
   *
   * @throws PosixException EPERM (only root may give files away), EROFS
   */
  public final void setOwner(long userId, long groupId) throws PosixException {
    check(TreeCalls.fchown(Scratch.ofThread(), fd(), id(userId), id(groupId)), "fchown");
  }

  /**
   * Sets the time of the last modification and leaves the time of the last access.
   *
   * @throws PosixException EPERM (not the owner), EROFS; a time outside of what the file system can
   *     keep is clamped by the kernel without an error
   */
  public final void setModified(Timestamp modified) throws PosixException {
    Scratch s = Scratch.ofThread();
    check(TreeCalls.futimens(s, fd(), times(s, modified)), "futimens");
  }

  /**
   * Waits until contents and metadata are on the disk; of a directory, its names. After a failure
   * nothing is known about what was written: do not try again and assume.
   *
   * @throws PosixException EIO, ENOSPC, EDQUOT, EROFS
   */
  public final void sync() throws PosixException {
    check(TreeCalls.fsync(Scratch.ofThread(), fd()), "fsync");
  }

  /**
   * Waits until all of the file system that holds it is on the disk, which for many small files is
   * faster than {@link #sync} for each.
   *
   * @throws PosixException EIO, ENOSPC, EDQUOT
   */
  public final void syncFilesystem() throws PosixException {
    check(TreeCalls.syncfs(Scratch.ofThread(), fd()), "syncfs");
  }

  /**
   * Gives the descriptor back; once more does nothing.
   *
   * @throws PosixException EIO, ENOSPC, EDQUOT: an earlier write did not reach the file
   */
  @Override
  public final void close() throws PosixException {
    if (fd >= 0) {
      int closing = fd;
      fd = -1;
      int result = FileCalls.close(Scratch.ofThread(), closing);
      if (result < 0 && Scratch.ofThread().errno() != Errno.EINTR) {
        throw failure("close");
      }
    }
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + " " + displayPath() + (fd < 0 ? " (closed)" : "");
  }

  final long check(long result, String call) throws PosixException {
    if (result < 0) {
      throw failure(call);
    }
    return result;
  }

  final PosixException failure(String call) {
    return new PosixException(call, displayPath(), Scratch.ofThread().errno());
  }

  static int id(long userOrGroup) {
    if (userOrGroup < UNCHANGED || userOrGroup > 0xffff_fffeL) {
      throw new IllegalArgumentException(
          "A user or group id is 0 to 4294967294, or -1 for unchanged, got " + userOrGroup);
    }
    return (int) userOrGroup;
  }

  /** Two struct timespec: access left alone, modification as given. */
  static MemorySegment times(Scratch s, Timestamp modified) {
    s.structure.set(ValueLayout.JAVA_LONG, 0, 0);
    s.structure.set(ValueLayout.JAVA_LONG, 8, Flags.UTIME_OMIT);
    s.structure.set(ValueLayout.JAVA_LONG, 16, modified.seconds());
    s.structure.set(ValueLayout.JAVA_LONG, 24, modified.nanos());
    return s.structure;
  }
}
