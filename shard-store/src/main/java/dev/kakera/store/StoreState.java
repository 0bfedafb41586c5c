package dev.kakera.store;

/** How a store is. */
public enum StoreState {
  /** It takes, answers and gives signs of life. */
  RUNNING,
  /** Its disk or journal failed: it says nothing more until it is started anew. */
  FAILED,
  CLOSED
}
