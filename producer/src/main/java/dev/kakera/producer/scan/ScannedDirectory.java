package dev.kakera.producer.scan;

import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import java.util.List;

/** A directory, handed out before what is in it. The first event of a walk is the source itself. */
public record ScannedDirectory(SourcePath path, FileStat stat, List<ExtendedAttribute> attributes)
    implements ScannedEntry {
  public ScannedDirectory {
    attributes = List.copyOf(attributes);
  }
}
