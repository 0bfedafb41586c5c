package dev.kakera.catalog.recover;

import dev.kakera.core.id.SnapshotId;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import java.util.List;

/**
 * A head that opens and is signed by the home, and where it lies.
 *
 * @param folders where it was found, in the order they were given
 * @param deleted found only among what was deleted and is held back
 */
public record FoundHead(HeadSealer.Sealed sealed, List<String> folders, boolean deleted) {
  public FoundHead {
    folders = List.copyOf(folders);
  }

  public Head head() {
    return sealed.head();
  }

  public SnapshotId snapshot() {
    return sealed.snapshot();
  }
}
