package dev.kakera.catalog.manifest;

/** Whether a path is in a snapshot cannot be told: that part of its manifest is lost. */
public final class ManifestDamagedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ManifestItem.Gap gap;

  ManifestDamagedException(EntryPath path, ManifestItem.Gap gap) {
    super(
        "%s: the part of the manifest that would list it cannot be read: %s"
            .formatted(path, gap.reason()),
        gap.lost().orElse(null));
    this.gap = gap;
  }

  public ManifestItem.Gap gap() {
    return gap;
  }
}
