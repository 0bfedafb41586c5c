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
   * Takes the next entry; gives the one before it, now that nothing more of it can come. A file
   * whose rest is lost is given with what there is of it: ask {@link Entry.File#isWhole} (I-15).
   *
   * @throws MalformedException when an entry is the rest of another file than the one before it, or
   *     makes that one longer than it says
   */
  public Optional<Entry> push(Entry entry) {
    if (entry instanceof Entry.Rest rest) {
      if (!(pending instanceof Entry.File file)
          || file.depth() != rest.depth()
          || !file.name().equals(rest.name())) {
        throw new MalformedException(
            Failure.NAME, "manifest: the rest of a file follows something else");
      }
      if (lengthOf(rest.extents()) > file.size() - lengthOf(extents)) {
        throw new MalformedException(
            Failure.RANGE, "manifest: a file of %d bytes has longer extents", file.size());
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
    if (pending instanceof Entry.File file) {
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

  private static long lengthOf(List<Extent> extents) {
    return extents.stream().mapToLong(Extent::length).sum();
  }
}
