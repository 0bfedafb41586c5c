package dev.kakera.core.snapshot;

import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts files whose extents were divided together again, across segments. Confined to one thread.
 */
public final class EntryJoiner {
  private Entry pending;
  private List<Extent> extents = new ArrayList<>();

  /**
   * Takes the next entry; gives the one before it, now that it is known to be whole.
   *
   * @throws MalformedException when an entry is the rest of no file, or the file before it is not
   *     as long as it says (I-15)
   */
  public Optional<Entry> push(Entry entry) {
    if (entry instanceof Entry.Rest rest) {
      if (!(pending instanceof Entry.File file)
          || file.depth() != rest.depth()
          || !file.name().equals(rest.name())) {
        throw new MalformedException(
            Failure.NAME, "manifest: the rest of a file follows something else");
      }
      extents.addAll(rest.extents());
      return Optional.empty();
    }
    Optional<Entry> whole = finish();
    pending = entry;
    if (entry instanceof Entry.File file) {
      extents.addAll(file.extents());
    }
    return whole;
  }

  private void requireLength(Entry.File file) {
    long left = file.size();
    for (Extent extent : extents) {
      if (extent.length() > left) {
        throw new MalformedException(
            Failure.RANGE, "manifest: a file of %d bytes has longer extents", file.size());
      }
      left -= extent.length();
    }
    if (left != 0) {
      throw new MalformedException(
          Failure.RANGE, "manifest: a file of %d bytes misses %d of them", file.size(), left);
    }
  }

  /** The last entry, if there was any. */
  public Optional<Entry> finish() {
    Entry whole = pending;
    if (pending instanceof Entry.File file) {
      requireLength(file);
      whole =
          new Entry.File(
              file.depth(),
              file.name(),
              file.metadata(),
              file.size(),
              file.version(),
              file.linkGroup(),
              file.consistent(),
              extents);
    }
    pending = null;
    extents = new ArrayList<>();
    return Optional.ofNullable(whole);
  }
}
