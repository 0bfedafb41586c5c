package dev.kakera.posix;

import java.util.Arrays;

/**
 * One name in a directory. Entries are ordered by the unsigned bytes of the name, and equal when
 * name and inode are equal.
 */
public final class DirectoryEntry implements Comparable<DirectoryEntry> {
  private final byte[] name;
  private final FileType type;
  private final long inode;

  DirectoryEntry(byte[] name, FileType type, long inode) {
    this.name = name;
    this.type = type;
    this.inode = inode;
  }

  /** The raw name: shared, not copied, so do not write to it. */
  public byte[] name() {
    return name;
  }

  /** The type as the directory records it; {@link FileType#UNKNOWN} on some file systems. */
  public FileType type() {
    return type;
  }

  /** The inode number as the directory records it; of a mount point, the one beneath the mount. */
  public long inode() {
    return inode;
  }

  @Override
  public int compareTo(DirectoryEntry other) {
    return Arrays.compareUnsigned(name, other.name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DirectoryEntry that
        && inode == that.inode
        && Arrays.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(name) * 31 + Long.hashCode(inode);
  }

  @Override
  public String toString() {
    return type.label() + " " + RawName.display(name);
  }
}
