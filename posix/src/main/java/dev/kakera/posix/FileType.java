package dev.kakera.posix;

/** What a directory entry is, from the type bits of its mode or of the directory's own record. */
public enum FileType {
  REGULAR("regular file"),
  DIRECTORY("directory"),
  SYMLINK("symbolic link"),
  FIFO("fifo"),
  SOCKET("socket"),
  CHARACTER_DEVICE("character device"),
  BLOCK_DEVICE("block device"),
  /** The file system did not say; ask {@link Directory#stat}. */
  UNKNOWN("file of unknown type");

  private final String label;

  FileType(String label) {
    this.label = label;
  }

  /** Words for people, such as {@code character device}. */
  public String label() {
    return label;
  }

  /** The type that the bits of {@code st_mode} state. */
  public static FileType ofMode(int mode) {
    return ofDirectoryRecord((mode & 0xf000) >>> 12);
  }

  /** {@code d_type} is by definition the type bits of the mode, shifted down (readdir(3)). */
  static FileType ofDirectoryRecord(int type) {
    return switch (type) {
      case 1 -> FIFO;
      case 2 -> CHARACTER_DEVICE;
      case 4 -> DIRECTORY;
      case 6 -> BLOCK_DEVICE;
      case 8 -> REGULAR;
      case 10 -> SYMLINK;
      case 12 -> SOCKET;
      default -> UNKNOWN;
    };
  }
}
