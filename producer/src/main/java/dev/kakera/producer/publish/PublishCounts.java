package dev.kakera.producer.publish;

import java.util.concurrent.atomic.LongAdder;

/** What a session has handed to the pipeline. Read by whoever shows progress. */
public final class PublishCounts {
  private final LongAdder offeredBytes = new LongAdder();
  private final LongAdder publishedBytes = new LongAdder();
  private final LongAdder publishedChunks = new LongAdder();

  void offered(int size) {
    offeredBytes.add(size);
  }

  void published(int size) {
    publishedBytes.add(size);
    publishedChunks.increment();
  }

  /** Bytes of all chunks, known ones included. */
  public long offeredBytes() {
    return offeredBytes.sum();
  }

  /** Bytes that were not stored before. */
  public long publishedBytes() {
    return publishedBytes.sum();
  }

  public long publishedChunks() {
    return publishedChunks.sum();
  }
}
