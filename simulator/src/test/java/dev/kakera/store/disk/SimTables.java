package dev.kakera.store.disk;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import dev.kakera.store.disk.JournalEntry.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A journal in memory: what SQLite promises, a commit that is whole and durable or none. */
public final class SimTables implements JournalTables {
  private final TreeMap<String, JournalEntry> entries = new TreeMap<>();
  private final Before before;
  private Head head;

  /** Called before a commit; what it throws, the commit throws, and has not happened. */
  public interface Before {
    void commit() throws IOException;
  }

  public SimTables(StoreId store, boolean rebuilding, Before before) {
    this.before = before;
    head = new Head(store, new ChainPoint(0, Digest.ZERO), DayCount.ZERO, rebuilding);
  }

  /** The same rows, for a disk that goes back to an earlier image. */
  public SimTables copy() {
    SimTables copy = new SimTables(head.store(), head.rebuilding(), before);
    copy.entries.putAll(entries);
    copy.head = head;
    return copy;
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public Optional<JournalEntry> find(Locator locator) {
    return Optional.ofNullable(entries.get(locator.toString()));
  }

  @Override
  public List<JournalEntry> stored(byte[] after, int limit) {
    return entries.values().stream()
        .filter(entry -> entry.state() == State.STORED)
        .filter(entry -> Arrays.compareUnsigned(entry.locator().toBytes(), after) > 0)
        .limit(limit)
        .toList();
  }

  @Override
  public List<JournalEntry> withPrefix(int firstByte) {
    String prefix = HexFormat.of().toHexDigits((byte) firstByte);
    return List.copyOf(entries.subMap(prefix, prefix + "g").values());
  }

  @Override
  public List<JournalEntry> purgeable(long day, long nowSeconds, int limit) {
    return entries.values().stream()
        .filter(entry -> entry.state() == State.TRASHED)
        .filter(entry -> entry.deletion().orElseThrow().day() <= day)
        .filter(entry -> entry.deletion().orElseThrow().notBeforeSeconds() <= nowSeconds)
        .sorted(Comparator.comparingLong(entry -> entry.deletion().orElseThrow().day()))
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<JournalEntry> saying(long sequence) {
    return entries.values().stream()
        .filter(entry -> entry.receipt().isPresent())
        .filter(
            entry ->
                Receipt.decode(entry.receipt().get().body().toBytes()).storeSequence() == sequence)
        .findFirst();
  }

  @Override
  public Usage usage() {
    Usage usage = new Usage(0, 0, 0, 0, 0, 0);
    for (JournalEntry entry : entries.values()) {
      usage = usage.with(entry);
    }
    return usage;
  }

  @Override
  public void commit(JournalChange change) throws IOException {
    before.commit();
    change.removed().forEach(locator -> entries.remove(locator.toString()));
    change.written().forEach(entry -> entries.put(entry.locator().toString(), entry));
    ChainPoint chain = change.chain() == null ? head.chain() : change.chain();
    DayCount days = change.days() == null ? head.days() : change.days();
    head = new Head(head.store(), chain, days, head.rebuilding() && !change.isRebuilt());
  }

  /** Every entry, for the oracle. */
  public List<JournalEntry> all() {
    return new ArrayList<>(entries.values());
  }

  @Override
  public void close() {}
}
