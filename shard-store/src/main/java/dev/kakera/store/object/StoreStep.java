package dev.kakera.store.object;

/** The steps of a shard through a store, in order; a process may be killed between any two. */
public enum StoreStep {
  POLLED("T1"),
  ORDER_CHECKED("T2"),
  TEMP_WRITTEN("T3"),
  TEMP_SYNCED("T4"),
  RENAMED("T5"),
  DIRECTORY_SYNCED("T6"),
  JOURNAL_SYNCED("T7"),
  /** The receipt may leave; it was signed before the journal took it. */
  RECEIPT_SIGNED("T8"),
  RECEIPT_ACKED("T9"),
  OFFSET_COMMITTED("T10");

  private final String crashPoint;

  StoreStep(String crashPoint) {
    this.crashPoint = crashPoint;
  }

  /** The name of the crash point behind this step: T1 to T10. */
  public String crashPoint() {
    return crashPoint;
  }

  /** Told when a batch has done a step; whatever it throws stops the store there. */
  @FunctionalInterface
  public interface Listener {
    Listener NONE = step -> {};

    void reached(StoreStep step);
  }
}
