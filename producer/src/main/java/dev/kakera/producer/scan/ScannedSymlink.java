package dev.kakera.producer.scan;

import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import java.util.List;

/** A symbolic link, which was not followed. */
public final class ScannedSymlink implements ScannedEntry {
  private final SourcePath path;
  private final FileStat stat;
  private final List<ExtendedAttribute> attributes;
  private final byte[] target;

  ScannedSymlink(
      SourcePath path, FileStat stat, List<ExtendedAttribute> attributes, byte[] target) {
    this.path = path;
    this.stat = stat;
    this.attributes = List.copyOf(attributes);
    this.target = target;
  }

  @Override
  public SourcePath path() {
    return path;
  }

  @Override
  public FileStat stat() {
    return stat;
  }

  @Override
  public List<ExtendedAttribute> attributes() {
    return attributes;
  }

  /** The raw target, 1 to 4,095 bytes: shared, so do not write to it. It may lead anywhere. */
  public byte[] target() {
    return target;
  }
}
