package dev.kakera.producer.scan;

/**
 * An entry that no snapshot holds, by its nature: named, passed over, and no reason to call the
 * snapshot incomplete. What a person excluded is not named but counted, see {@link ScanSummary}.
 */
public record SkippedEntry(SourcePath path, Reason reason) implements ScanEvent {
  /** Why it is passed over. */
  public enum Reason {
    FIFO("a fifo holds no contents"),
    SOCKET("a socket holds no contents"),
    CHARACTER_DEVICE("a character device holds no contents of its own"),
    BLOCK_DEVICE("a block device is not read"),
    UNKNOWN_TYPE("its type is not known"),
    OTHER_FILE_SYSTEM("it is on another file system, and --one-file-system is set");

    private final String label;

    Reason(String label) {
      this.label = label;
    }

    /** Half a sentence for people. */
    public String label() {
      return label;
    }
  }
}
