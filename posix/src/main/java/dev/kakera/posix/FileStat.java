package dev.kakera.posix;

/**
 * What {@code statx(2)} says about one file, link, directory or device; of a link, about itself.
 *
 * @param mode type and permission bits, as {@code st_mode}
 * @param sizeBytes length; of a link, of its target; of a directory, whatever the file system says
 * @param modified time of the last change of the contents
 * @param changed time of the last change of contents or metadata; programs cannot set it
 * @param inode number within the device
 * @param device the device, encoded as {@code st_dev}
 * @param linkCount names that this inode has
 * @param userId owner, 0 to 2^32-1
 * @param groupId group, 0 to 2^32-1
 * @param blocks512 space taken, in units of 512 bytes whatever the file system's own unit
 */
public record FileStat(
    int mode,
    long sizeBytes,
    Timestamp modified,
    Timestamp changed,
    long inode,
    long device,
    long linkCount,
    long userId,
    long groupId,
    long blocks512) {

  /** The type, from the mode; never {@link FileType#UNKNOWN} on Linux. */
  public FileType type() {
    return FileType.ofMode(mode);
  }

  /** The permission bits with set-user, set-group and sticky: {@code mode & 07777}. */
  public int permissions() {
    return mode & 0xfff;
  }

  /** Whether less space is taken than the length needs, so that there must be holes. */
  public boolean isSparse() {
    return type() == FileType.REGULAR && blocks512 * 512 < sizeBytes;
  }

  /** Whether both speak of one inode of one device. */
  public boolean isSameFileAs(FileStat other) {
    return inode == other.inode && device == other.device;
  }

  /** Whether nothing was written between the two: same inode, size, modified and changed time. */
  public boolean isUnchangedSince(FileStat before) {
    return isSameFileAs(before)
        && sizeBytes == before.sizeBytes
        && modified.equals(before.modified)
        && changed.equals(before.changed);
  }
}
