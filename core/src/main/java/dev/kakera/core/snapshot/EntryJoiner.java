package dev.kakera.core.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts files whose extents were divided together again, across segments. Confined to one thread.
 */
public final class EntryJoiner {
  private Entry pending;
  private List<Extent> extents = new ArrayList<>();

  /** Takes the next entry; gives the one before it, now that it is known to be whole. */
  public Optional<Entry> push(Entry entry) {
    if (entry instanceof Entry.Rest rest) {
      if (!(pending instanceof Entry.File file) || !file.name().equals(rest.name())) {
        throw new IllegalArgumentException("the rest of a file follows something else");
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

  /** The last entry, if there was any. */
  public Optional<Entry> finish() {
    Entry whole = pending;
    if (pending instanceof Entry.File file && extents.size() > file.extents().size()) {
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
