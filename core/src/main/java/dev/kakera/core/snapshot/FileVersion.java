package dev.kakera.core.snapshot;

/**
 * What tells that a file was not touched since it was read.
 *
 * @param ctimeSeconds time of the last change of the inode, Unix time
 */
public record FileVersion(long device, long inode, long ctimeSeconds, int ctimeNanos) {
  public FileVersion {
    Metadata.requireNanos(ctimeNanos);
  }
}
