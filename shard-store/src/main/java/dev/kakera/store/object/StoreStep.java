package dev.kakera.store.object;

/** The steps of a shard through a store, in order; a process may be killed between any two. */
public enum StoreStep {
  POLLED,
  ORDER_CHECKED,
  TEMP_WRITTEN,
  TEMP_SYNCED,
  RENAMED,
  DIRECTORY_SYNCED,
  JOURNAL_SYNCED,
  /** The receipt may leave; it was signed before the journal took it. */
  RECEIPT_SIGNED,
  RECEIPT_ACKED,
  OFFSET_COMMITTED;

  /** The name of the crash point behind this step: T1 to T10. */
  public String crashPoint() {
    return "T" + (ordinal() + 1);
  }

  /** Told when a batch has done a step; whatever it throws stops the store there. */
  @FunctionalInterface
  public interface Listener {
    Listener NONE = step -> {};

    void reached(StoreStep step);
  }
}
