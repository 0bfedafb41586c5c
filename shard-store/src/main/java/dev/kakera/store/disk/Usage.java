package dev.kakera.store.disk;

/** How much lies in a store; bytes are those of sealed objects. */
public record Usage(
    long storedObjects,
    long storedBytes,
    long trashedObjects,
    long trashedBytes,
    long quarantinedObjects,
    long quarantinedBytes) {

  Usage with(JournalEntry entry) {
    return plus(entry, 1);
  }

  Usage without(JournalEntry entry) {
    return plus(entry, -1);
  }

  private Usage plus(JournalEntry entry, int count) {
    long bytes = (long) count * entry.size();
    return switch (entry.state()) {
      case STORED ->
          new Usage(
              storedObjects + count,
              storedBytes + bytes,
              trashedObjects,
              trashedBytes,
              quarantinedObjects,
              quarantinedBytes);
      case TRASHED ->
          new Usage(
              storedObjects,
              storedBytes,
              trashedObjects + count,
              trashedBytes + bytes,
              quarantinedObjects,
              quarantinedBytes);
      case QUARANTINED ->
          new Usage(
              storedObjects,
              storedBytes,
              trashedObjects,
              trashedBytes,
              quarantinedObjects + count,
              quarantinedBytes + bytes);
    };
  }

  /** What counts against the quota. */
  public long totalBytes() {
    return storedBytes + trashedBytes + quarantinedBytes;
  }
}
