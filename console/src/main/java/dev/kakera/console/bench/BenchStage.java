package dev.kakera.console.bench;

import java.io.IOException;

/** A stage made ready: it holds what its work shares, and gives that back when closed. */
public interface BenchStage extends AutoCloseable {
  Stage stage();

  /** What the figure is of, in a few words for the table. */
  String note();

  /**
   * Most bytes that one measurement may put through it; what it writes lies on a disk until then.
   */
  default long bytesMax() {
    return Long.MAX_VALUE;
  }

  /**
   * The work of one thread.
   *
   * @param part which thread, from 0; different parts touch different bytes
   * @param parts how many work at once
   */
  Work open(int part, int parts) throws IOException, InterruptedException;

  @Override
  default void close() throws IOException, InterruptedException {}

  /** Confined to one thread. */
  interface Work extends AutoCloseable {
    /** What the next step needs but the stage does not do; not timed. */
    default void prepare() {}

    /** Puts the next bytes through; gives how many. */
    int step() throws IOException, InterruptedException;

    /** Waits for what the steps left under way; timed like a step. */
    default void settle() throws IOException, InterruptedException {}

    @Override
    default void close() {}
  }
}
