package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An open directory, and everything that is done to names in it. A name is one component: {@link
 * RawName#requireComponent} is asked each time, so {@code ..} or a slash is an {@link
 * IllegalArgumentException}, and a link is never followed, only named. So nothing outside of the
 * opened tree is reached, whatever another process does to the tree meanwhile.
 *
 * <p>Each level of a tree that is walked holds one descriptor; 1,000 levels are well within the
 * usual limit of a JVM, which raises its own soft limit to the hard one.
 *
 * <p>ENOENT, EACCES, ENAMETOOLONG, EIO and ESTALE can come from every method and are not repeated
 * below.
 */
public final class Directory extends Handle {
  private static final int OPEN_DIRECTORY = Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_CLOEXEC;

  private Directory(int fd, Label label) {
    super(fd, label);
  }

  /**
   * Opens the root of a tree. Links on the way and at the end are followed: this is the name that a
   * person chose.
   *
   * @throws PosixException ENOTDIR
   */
  public static Directory open(Path path) throws PosixException {
    return open(RawPath.of(path));
  }

  /** The same for a path of raw bytes, absolute or relative to the working directory. */
  public static Directory open(byte[] path) throws PosixException {
    for (byte b : path) {
      if (b == 0) {
        throw new IllegalArgumentException(
            "A path holds no NUL byte, got \"" + RawName.display(path) + "\"");
      }
    }
    Scratch s = Scratch.ofThread();
    MemorySegment text = s.text(path);
    if (text == null) {
      throw new PosixException("open", RawName.display(path), Errno.ENAMETOOLONG);
    }
    int fd = FileCalls.openat(s, Flags.AT_FDCWD, text, OPEN_DIRECTORY, 0);
    if (fd < 0) {
      throw new PosixException("open", RawName.display(path), s.errno());
    }
    return new Directory(fd, Label.root(path));
  }

  /**
   * Opens a directory in this one.
   *
   * @throws PosixException ENOTDIR (also for a link to a directory), ELOOP (the same on some
   *     kernels), EMFILE
   */
  public Directory openDirectory(byte[] name) throws PosixException {
    int fd = openAt(name, OPEN_DIRECTORY | Flags.O_NOFOLLOW, 0);
    return new Directory(fd, label().child(name));
  }

  /**
   * Opens a regular file for reading, without touching its time of last access where this user may
   * ask for that. Does not hang on a fifo or device that took the place of a file.
   *
   * @throws PosixException ELOOP (it is a link), EMFILE, EINVAL (it is neither a regular file nor a
   *     link), ENXIO (a socket)
   */
  public OpenFile openFile(byte[] name) throws PosixException {
    return FileOpening.forReading(this, name);
  }

  /**
   * Opens an existing regular file for reading and writing; its contents stay.
   *
   * @throws PosixException as {@link #openFile}, and EROFS, ETXTBSY (it is being executed), EISDIR
   */
  public OpenFile openFileForWriting(byte[] name) throws PosixException {
    return FileOpening.forWriting(this, name);
  }

  /**
   * Creates a regular file that did not exist, for reading and writing.
   *
   * @param permissions 0 to 07777, less the umask; {@link #setPermissions} sets them exactly
   * @throws PosixException EEXIST (also for a link that leads nowhere), ENOSPC, EDQUOT, EROFS,
   *     EMFILE
   */
  public OpenFile createFile(byte[] name, int permissions) throws PosixException {
    return FileOpening.forCreating(this, name, permissions);
  }

  /**
   * All names but {@code .} and {@code ..}, in the order of the file system, which is no order. The
   * list holds about 80 bytes and the name for each entry. May be asked again.
   */
  public List<DirectoryEntry> entries() throws PosixException {
    return EntryReader.readAll(this);
  }

  /** The same in the order of unsigned bytes. */
  public List<DirectoryEntry> sortedEntries() throws PosixException {
    List<DirectoryEntry> entries = entries();
    entries.sort(null);
    return entries;
  }

  /** What the kernel says about a name, of a link about itself; mounts nothing by itself. */
  public FileStat stat(byte[] name) throws PosixException {
    return StatReader.read(statx(name, true));
  }

  /** The same, or empty if there is no such name; all other failures are thrown. */
  public Optional<FileStat> find(byte[] name) throws PosixException {
    MemorySegment statx = statx(name, false);
    return statx == null ? Optional.empty() : Optional.of(StatReader.read(statx));
  }

  /**
   * The target of a link, 1 to 4,095 bytes as they were written.
   *
   * @throws PosixException EINVAL (it is not a link)
   */
  public byte[] readLink(byte[] name) throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment to = s.transfer();
    MemorySegment text = text(s, name, "readlinkat");
    long size = FileCalls.readlinkat(s, fd(), text, to, to.byteSize());
    checkName(size, "readlinkat", name);
    return Scratch.copyOf(to, size);
  }

  /**
   * All extended attributes of a name that this process may see, ordered by name, without opening
   * it and of a link about itself; empty where the file system keeps none. Needs {@code /proc}.
   *
   * @throws PosixException E2BIG (over 64 KiB of names)
   */
  public List<ExtendedAttribute> attributes(byte[] name) throws PosixException {
    return AttributeReader.ofEntry(this, RawName.requireComponent(name)).readAll();
  }

  /**
   * Creates or replaces an extended attribute of a name, of a link about itself. Needs {@code
   * /proc}.
   *
   * @throws PosixException ENOTSUP (file system or namespace), EPERM (namespace; {@code user.*} of
   *     a link), ENOSPC, EDQUOT, E2BIG or ERANGE (name or value too long), EROFS
   */
  public void setAttribute(byte[] name, ExtendedAttribute attribute) throws PosixException {
    AttributeReader.ofEntry(this, RawName.requireComponent(name)).write(attribute);
  }

  /**
   * Removes an extended attribute of a name, of a link about itself. Needs {@code /proc}.
   *
   * @throws PosixException ENODATA (there is none), ENOTSUP, EPERM, EROFS
   */
  public void removeAttribute(byte[] name, byte[] attributeName) throws PosixException {
    AttributeReader.ofEntry(this, RawName.requireComponent(name)).remove(attributeName);
  }

  /**
   * Creates a directory.
   *
   * @param permissions 0 to 01777, less the umask
   * @throws PosixException EEXIST, ENOSPC, EDQUOT, EMLINK, EROFS
   */
  public void createDirectory(byte[] name, int permissions) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.mkdirat(s, fd(), text(s, name, "mkdirat"), permissions & 0xfff), "mkdirat", name);
  }

  /**
   * Creates a symbolic link.
   *
   * @param target any 1 to 4,095 bytes without NUL; it need not lead anywhere
   * @throws PosixException EEXIST, ENOSPC, EDQUOT, EROFS, EPERM (file system without links)
   */
  public void createSymlink(byte[] name, byte[] target) throws PosixException {
    for (byte b : target) {
      if (b == 0) {
        throw new IllegalArgumentException(
            "The target of a link holds no NUL byte, got \"" + RawName.display(target) + "\"");
      }
    }
    Scratch s = Scratch.ofThread();
    MemorySegment to = s.otherText(target);
    if (to == null) {
      throw new PosixException("symlinkat", displayPathOf(name), Errno.ENAMETOOLONG);
    }
    checkName(TreeCalls.symlinkat(s, to, fd(), text(s, name, "symlinkat")), "symlinkat", name);
  }

  /**
   * Gives an existing file, link or device a further name, here.
   *
   * @throws PosixException EEXIST, EXDEV (other file system), EMLINK, EPERM (a directory, or a file
   *     system without hard links), ENOSPC, EDQUOT, EROFS
   */
  public void createHardLink(byte[] name, Directory existingIn, byte[] existingName)
      throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment existing = existingIn.otherText(s, existingName, "linkat");
    int result = TreeCalls.linkat(s, existingIn.fd(), existing, fd(), text(s, name, "linkat"));
    if (result < 0) {
      throw pairFailure("linkat", existingIn.displayPathOf(existingName), displayPathOf(name));
    }
  }

  /**
   * Creates a fifo.
   *
   * @param permissions 0 to 0777, less the umask
   * @throws PosixException EEXIST, ENOSPC, EDQUOT, EROFS
   */
  public void createFifo(byte[] name, int permissions) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.mkfifoat(s, fd(), text(s, name, "mkfifoat"), permissions & 0xfff),
        "mkfifoat",
        name);
  }

  /**
   * Renames, at once replacing what has the new name: a file replaces a file or link, a directory
   * an empty directory. Durable only once both directories are synced.
   *
   * @throws PosixException EXDEV (other file system), EISDIR, ENOTDIR, ENOTEMPTY, EINVAL (into
   *     itself), ENOSPC, EDQUOT, EROFS
   */
  public void rename(byte[] name, Directory to, byte[] newName) throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment target = to.otherText(s, newName, "renameat");
    int result = TreeCalls.renameat(s, fd(), text(s, name, "renameat"), to.fd(), target);
    if (result < 0) {
      throw pairFailure("renameat", displayPathOf(name), to.displayPathOf(newName));
    }
  }

  /**
   * Renames unless the new name exists; both in one step.
   *
   * @throws PosixException EEXIST, EINVAL (the file system cannot do this in one step), and as
   *     {@link #rename}
   */
  public void renameWithoutReplacing(byte[] name, Directory to, byte[] newName)
      throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment target = to.otherText(s, newName, "renameat2");
    long result = TreeCalls.renameNoReplace(s, fd(), text(s, name, "renameat2"), to.fd(), target);
    if (result < 0) {
      throw pairFailure("renameat2", displayPathOf(name), to.displayPathOf(newName));
    }
  }

  /**
   * Removes a name that is not a directory; the contents go with the last name and the last handle.
   *
   * @throws PosixException EISDIR, EPERM, EBUSY, EROFS
   */
  public void remove(byte[] name) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(TreeCalls.unlinkat(s, fd(), text(s, name, "unlinkat"), 0), "unlinkat", name);
  }

  /**
   * Removes an empty directory; {@link TreeRemover} removes one with all that is in it.
   *
   * @throws PosixException ENOTDIR, ENOTEMPTY, EBUSY (a mount point), EROFS
   */
  public void removeDirectory(byte[] name) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.unlinkat(s, fd(), text(s, name, "unlinkat"), Flags.AT_REMOVEDIR),
        "unlinkat",
        name);
  }

  /**
   * Sets the permission bits of a name that is not a link; through an open handle it is surer and
   * faster.
   *
   * @throws PosixException EPERM (not the owner), ENOTSUP (it is a link, or {@code /proc} is
   *     missing on an old kernel), EROFS
   */
  public void setPermissions(byte[] name, int permissions) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.fchmodat(s, fd(), text(s, name, "fchmodat"), permissions & 0xfff),
        "fchmodat",
        name);
  }

  /**
   * Gives a name, of a link the link itself, to a user and a group; either may be {@link
   * #UNCHANGED}.
   *
   * @throws PosixException EPERM (only root may give files away), EROFS
   */
  public void setOwner(byte[] name, long userId, long groupId) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.fchownat(s, fd(), text(s, name, "fchownat"), id(userId), id(groupId)),
        "fchownat",
        name);
  }

  /**
   * Sets the time of the last modification of a name, of a link the link's own; the time of the
   * last access stays.
   *
   * @throws PosixException EPERM (not the owner), EROFS
   */
  public void setModified(byte[] name, Timestamp modified) throws PosixException {
    Scratch s = Scratch.ofThread();
    checkName(
        TreeCalls.utimensat(s, fd(), text(s, name, "utimensat"), times(s, modified)),
        "utimensat",
        name);
  }

  int openAt(byte[] name, int flags, int mode) throws PosixException {
    int fd = tryOpenAt(name, flags, mode);
    checkName(fd, "openat", name);
    return fd;
  }

  /** The descriptor, or -1 with the errno in the scratch memory. */
  int tryOpenAt(byte[] name, int flags, int mode) throws PosixException {
    Scratch s = Scratch.ofThread();
    return FileCalls.openat(s, fd(), text(s, name, "openat"), flags, mode);
  }

  private MemorySegment statx(byte[] name, boolean required) throws PosixException {
    Scratch s = Scratch.ofThread();
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_NO_AUTOMOUNT;
    int result = FileCalls.statx(s, fd(), text(s, name, "statx"), flags, s.structure);
    if (result < 0 && !required && s.errno() == Errno.ENOENT) {
      return null;
    }
    checkName(result, "statx", name);
    return s.structure;
  }

  private void checkName(long result, String call, byte[] name) throws PosixException {
    if (result < 0) {
      throw new PosixException(call, displayPathOf(name), Scratch.ofThread().errno());
    }
  }

  private static PosixException pairFailure(String call, String from, String to) {
    return new PosixException(call, from + " -> " + to, Scratch.ofThread().errno());
  }

  private MemorySegment text(Scratch s, byte[] name, String call) throws PosixException {
    return known(s.text(RawName.requireComponent(name)), name, call);
  }

  private MemorySegment otherText(Scratch s, byte[] name, String call) throws PosixException {
    return known(s.otherText(RawName.requireComponent(name)), name, call);
  }

  private MemorySegment known(MemorySegment text, byte[] name, String call) throws PosixException {
    if (text == null) {
      throw new PosixException(call, displayPathOf(name), Errno.ENAMETOOLONG);
    }
    return text;
  }
}
