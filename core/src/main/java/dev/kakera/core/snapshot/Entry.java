package dev.kakera.core.snapshot;

import dev.kakera.core.wire.Bytes;
import java.util.List;

/**
 * One line of a manifest. Entries come depth first, a folder before what is in it, names in a
 * folder by unsigned bytes.
 */
public sealed interface Entry {
  /** Folders above it within the source; the source's root has depth 0 and the empty name. */
  int depth();

  Bytes name();

  /**
   * @param linkGroup not 0 for a file with several names; those with the same number are one file
   * @param consistent false when it went on changing while it was read
   * @param extents in order; their lengths add up to {@code size}, together with those of the
   *     {@link Rest}s that follow
   */
  record File(
      int depth,
      Bytes name,
      Metadata metadata,
      long size,
      FileVersion version,
      long linkGroup,
      boolean consistent,
      List<Extent> extents)
      implements Entry {
    public File {
      extents = List.copyOf(extents);
    }
  }

  /** More extents of the file before it, whose list was too long for one entry. */
  record Rest(int depth, Bytes name, List<Extent> extents) implements Entry {
    public Rest {
      extents = List.copyOf(extents);
    }
  }

  record Folder(int depth, Bytes name, Metadata metadata) implements Entry {}

  record Symlink(int depth, Bytes name, Metadata metadata, Bytes target) implements Entry {}

  /** Something that is in the source but not in the snapshot, and why. */
  record Absent(int depth, Bytes name, Reason reason, String message) implements Entry {}

  /** Why an entry is absent; ids are written and never reused. */
  enum Reason {
    /** Could not be read: the snapshot is not complete. */
    UNREADABLE(1),
    /** Was gone before it could be read: the snapshot is not complete. */
    VANISHED(2),
    /** A pipe, socket or device: passed over by design. */
    SPECIAL(3);

    private final int id;

    Reason(int id) {
      this.id = id;
    }

    int id() {
      return id;
    }

    static Reason byId(int id) {
      for (Reason reason : values()) {
        if (reason.id == id) {
          return reason;
        }
      }
      return null;
    }
  }
}
