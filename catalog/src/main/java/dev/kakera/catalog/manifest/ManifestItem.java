package dev.kakera.catalog.manifest;

import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import java.util.Map;
import java.util.Optional;

/** What a manifest gives, item by item. */
public sealed interface ManifestItem {

  /**
   * An entry; a file's divided list of extents is joined.
   *
   * @param refs where the chunks of its extents are, and perhaps others
   */
  record Listed(EntryPath path, Entry entry, Map<ChunkId, ChunkRef> refs) implements ManifestItem {

    /** Whether a file's extents are as long as the file: false when a part of its list is lost. */
    public boolean isWhole() {
      if (!(entry instanceof Entry.File file)) {
        return true;
      }
      long sum = 0;
      for (Extent extent : file.extents()) {
        sum += extent.length();
        if (sum > file.size() || sum < 0) {
          return false;
        }
      }
      return sum == file.size();
    }
  }

  /**
   * A part of the manifest that could not be read; what it lists is unknown.
   *
   * @param from the start of the first path in it, as raw bytes
   * @param to the start of the first path behind it; empty when it is not known or nothing follows
   * @param entryCount entries in it; -1 when not even that is known
   * @param reason for people
   * @param lost set when shards are missing, empty when what they gave is not in order
   */
  record Gap(
      Bytes from, Bytes to, long entryCount, String reason, Optional<ChunkLostException> lost)
      implements ManifestItem {}
}
