package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import java.util.List;

/**
 * What opening a store found and mended.
 *
 * @param isRebuilt whether the journal was lost and made anew from the files, under a new store id
 * @param temporaryFiles removed; nothing was ever said about them
 * @param strays moved to the trash: on disk, but never acknowledged
 * @param lost acknowledged, but gone from the disk; no longer in the inventory
 * @param setAside damaged or foreign files now in quarantine
 */
public record StartReport(
    boolean isRebuilt,
    int temporaryFiles,
    List<Locator> strays,
    List<Locator> lost,
    List<String> setAside) {
  public StartReport {
    strays = List.copyOf(strays);
    lost = List.copyOf(lost);
    setAside = List.copyOf(setAside);
  }
}
