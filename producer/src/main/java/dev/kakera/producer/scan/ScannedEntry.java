package dev.kakera.producer.scan;

import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import java.util.List;
import java.util.Optional;

/** An entry to back up, as it was when the walk came by. */
public sealed interface ScannedEntry extends ScanEvent
    permits ScannedDirectory, ScannedFile, ScannedSymlink {
  /** Its metadata; of a link, the link's own. */
  FileStat stat();

  /** Its extended attributes of every namespace that this process may read, ordered by name. */
  List<ExtendedAttribute> attributes();

  /** What its other names have in common with it; empty if it has none, and for a directory. */
  default Optional<HardLinkId> hardLink() {
    FileStat stat = stat();
    return stat.linkCount() > 1 && stat.type() != FileType.DIRECTORY
        ? Optional.of(new HardLinkId(stat.device(), stat.inode()))
        : Optional.empty();
  }
}
