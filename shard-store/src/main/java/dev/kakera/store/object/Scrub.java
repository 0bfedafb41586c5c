package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import dev.kakera.store.disk.JournalEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Reads every stored object and compares it with what its receipt says. Damaged ones are set aside,
 * lost ones leave the inventory; it goes on after each finding.
 */
final class Scrub {
  private static final int PAGE_OBJECTS = 256;

  private final StoreCore core;
  private final ObjectReader reader;

  Scrub(StoreCore core, ObjectReader reader) {
    this.core = core;
    this.reader = reader;
  }

  ScrubReport run(BooleanSupplier goOn) throws IOException {
    List<ScrubReport.Finding> findings = new ArrayList<>();
    long objects = 0;
    long bytes = 0;
    Locator last = null;
    while (true) {
      List<JournalEntry> page = core.journal.stored(last, PAGE_OBJECTS);
      if (page.isEmpty()) {
        return new ScrubReport(objects, bytes, findings, true);
      }
      for (JournalEntry entry : page) {
        if (!goOn.getAsBoolean()) {
          return new ScrubReport(objects, bytes, findings, false);
        }
        ObjectCheck check = reader.check(entry.locator());
        if (!(check instanceof ObjectCheck.Intact) && !(check instanceof ObjectCheck.Deleted)) {
          findings.add(new ScrubReport.Finding(entry.locator(), check));
        }
        objects++;
        bytes += entry.size();
        last = entry.locator();
      }
    }
  }
}
