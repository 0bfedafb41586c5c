package dev.kakera.store.disk;

import dev.kakera.core.id.Locator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one transaction of the journal changes: all of it or nothing. Not thread-safe. */
public final class JournalChange {
  private final List<JournalEntry> written = new ArrayList<>();
  private final List<Locator> removed = new ArrayList<>();
  private @Nullable ChainPoint chain;
  private @Nullable DayCount days;
  private boolean rebuilt;

  /** Writes an entry, over the one its object has. */
  public JournalChange write(JournalEntry entry) {
    written.add(entry);
    return this;
  }

  public JournalChange remove(Locator locator) {
    removed.add(locator);
    return this;
  }

  public JournalChange chain(ChainPoint point) {
    chain = point;
    return this;
  }

  public JournalChange days(DayCount count) {
    days = count;
    return this;
  }

  /** The rebuilding from files is complete. */
  public JournalChange rebuilt() {
    rebuilt = true;
    return this;
  }

  public boolean isEmpty() {
    return written.isEmpty() && removed.isEmpty() && chain == null && days == null && !rebuilt;
  }

  List<JournalEntry> written() {
    return written;
  }

  List<Locator> removed() {
    return removed;
  }

  @Nullable ChainPoint chain() {
    return chain;
  }

  @Nullable DayCount days() {
    return days;
  }

  boolean isRebuilt() {
    return rebuilt;
  }
}
