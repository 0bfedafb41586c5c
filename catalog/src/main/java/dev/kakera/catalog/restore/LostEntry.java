package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.shards.ChunkLostException;
import java.util.Optional;

/**
 * An entry that was not restored, or not as it was.
 *
 * @param path below the path that is restored
 * @param detail what failed and why, for people; holds file names
 * @param chunk set when shards are missing: says which chunk, how many shards there are and how
 *     many it takes, and what each place said
 */
public record LostEntry(
    EntryPath path, Loss loss, String detail, Optional<ChunkLostException> chunk) {

  /** What failed. */
  public enum Loss {
    /** A chunk of it cannot be read: nothing of it was written. */
    CHUNK,
    /** Part of the list of its chunks is in a part of the manifest that is lost. */
    LIST,
    /** Something in the target is in the way. */
    CONFLICT,
    /** The target's file system refused it. */
    WRITE,
    /** Its contents are there, but its times, mode or owner are not. */
    METADATA
  }

  static LostEntry of(EntryPath path, Loss loss, String detail) {
    return new LostEntry(path, loss, detail, Optional.empty());
  }

  static LostEntry of(EntryPath path, ChunkLostException lost) {
    return new LostEntry(path, Loss.CHUNK, lost.getMessage(), Optional.of(lost));
  }

  @Override
  public String toString() {
    return path + ": " + detail;
  }
}
