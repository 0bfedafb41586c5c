package dev.kakera.core.snapshot;

import dev.kakera.core.wire.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One line of a manifest. Entries come depth first, a folder before what is in it, names in a
 * folder by unsigned bytes. Nothing can be made here that a reader of the format would refuse: a
 * manifest that is written and cannot be read is a snapshot lost.
 */
public sealed interface Entry {
  int NAME_MAX_BYTES = 255;
  int DEPTH_MAX = 4096;

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
      Names.require(depth, name);
      extents = List.copyOf(extents);
      if (depth == 0 || size < 0 || linkGroup < 0) {
        throw new IllegalArgumentException(
            "file: depth %d, size %d, link group %d".formatted(depth, size, linkGroup));
      }
      long left = size;
      for (Extent extent : extents) {
        if (extent.length() > left) {
          throw new IllegalArgumentException(
              "file: its extents are longer than its %d bytes".formatted(size));
        }
        left -= extent.length();
      }
    }

    /** Whether its extents add up to its size: not so for a file whose {@link Rest} is missing. */
    public boolean isWhole() {
      return extents.stream().mapToLong(Extent::length).sum() == size;
    }
  }

  /** More extents of the file before it, whose list was too long for one entry. */
  record Rest(int depth, Bytes name, List<Extent> extents) implements Entry {
    public Rest {
      Names.require(depth, name);
      extents = List.copyOf(extents);
      if (depth == 0 || extents.isEmpty()) {
        throw new IllegalArgumentException(
            "rest of a file: depth %d, %d extents".formatted(depth, extents.size()));
      }
      long total = 0;
      for (Extent extent : extents) {
        total += extent.length();
        if (total < 0) {
          throw new IllegalArgumentException("rest of a file: longer than 63 bits");
        }
      }
    }
  }

  record Folder(int depth, Bytes name, Metadata metadata) implements Entry {
    public Folder {
      Names.require(depth, name);
    }
  }

  /**
   * @param target 1 to {@link #TARGET_MAX_BYTES} raw bytes, none of them zero
   */
  record Symlink(int depth, Bytes name, Metadata metadata, Bytes target) implements Entry {
    public static final int TARGET_MAX_BYTES = 4096;

    public Symlink {
      Names.require(depth, name);
      if (depth == 0
          || target.length() == 0
          || target.length() > TARGET_MAX_BYTES
          || Names.contains(target, 0)) {
        throw new IllegalArgumentException(
            "link: depth %d, target of %d bytes".formatted(depth, target.length()));
      }
    }
  }

  /**
   * Something that is in the source but not in the snapshot, and why.
   *
   * @param message for people; what is longer than {@link #MESSAGE_MAX_BYTES} in UTF-8 is cut off
   */
  record Absent(int depth, Bytes name, Reason reason, String message) implements Entry {
    public static final int MESSAGE_MAX_BYTES = 1024;

    public Absent {
      Names.require(depth, name);
      if (depth == 0) {
        throw new IllegalArgumentException("absent: the root is there, or there is no snapshot");
      }
      message = shortened(message);
    }

    private static String shortened(String message) {
      byte[] encoded = message.getBytes(StandardCharsets.UTF_8);
      int end = Math.min(encoded.length, MESSAGE_MAX_BYTES);
      while (end < encoded.length && (encoded[end] & 0xc0) == 0x80) {
        end--; // not in the middle of a character
      }
      return new String(encoded, 0, end, StandardCharsets.UTF_8);
    }
  }

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
