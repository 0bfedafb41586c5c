package dev.kakera.catalog.recover;

import dev.kakera.core.id.SnapshotId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What the folders say about snapshots (I-19).
 *
 * @param heads newest first, by sequence; those that were deleted come after all others
 * @param damaged heads that do not open, with the folder and why
 * @param forks sequence numbers that have two different heads: one of them is not the home's
 *     history (I-04)
 * @param foreign heads of other repositories, which were passed over
 * @param folders that were asked
 */
public record HeadList(
    List<FoundHead> heads,
    List<DamagedHead> damaged,
    List<Long> forks,
    int foreign,
    List<String> folders) {

  /** A head that does not open. */
  public record DamagedHead(String folder, String name, String why) {}

  public HeadList {
    heads = List.copyOf(heads);
    damaged = List.copyOf(damaged);
    forks = List.copyOf(forks);
    folders = List.copyOf(folders);
  }

  /** The newest one that was not deleted. */
  public Optional<FoundHead> newest() {
    return heads.stream().filter(head -> !head.deleted()).findFirst();
  }

  /**
   * The snapshot that is meant by {@code latest} or the first digits of an id.
   *
   * @throws IllegalArgumentException when none or more than one is meant; the message names them
   */
  public FoundHead choose(String snapshot) {
    if (snapshot.equals("latest")) {
      return newest().orElseThrow(() -> new IllegalArgumentException(none(snapshot)));
    }
    String wanted = snapshot.toLowerCase(java.util.Locale.ROOT);
    List<FoundHead> meant =
        heads.stream().filter(head -> head.snapshot().toString().startsWith(wanted)).toList();
    TreeSet<String> ids = new TreeSet<>();
    meant.stream().map(FoundHead::snapshot).map(SnapshotId::toString).forEach(ids::add);
    if (ids.size() > 1) {
      throw new IllegalArgumentException(
          "snapshot %s may be any of %s: give more digits".formatted(snapshot, ids));
    }
    if (meant.isEmpty() || wanted.isEmpty()) {
      throw new IllegalArgumentException(none(snapshot));
    }
    return meant.getFirst();
  }

  private String none(String snapshot) {
    return "snapshot %s was not found: %d heads in %d folders, of which the newest is %s"
        .formatted(
            snapshot,
            heads.size(),
            folders.size(),
            newest().map(head -> head.snapshot().toString()).orElse("none"));
  }
}
