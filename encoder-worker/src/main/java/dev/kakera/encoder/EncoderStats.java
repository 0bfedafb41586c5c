package dev.kakera.encoder;

import dev.kakera.core.stripe.SealedStripe;
import java.util.concurrent.atomic.LongAdder;

/** What a worker did since it started; grows only. Thread-safe. */
public final class EncoderStats {

  /** What a worker's time goes into. */
  public enum Step {
    OPEN,
    COMPRESS,
    ENCODE,
    PROVE,
    SEAL,
    /** Orders signed, checksums, headers. */
    SIGN,
    /** Handing stripes and shards to the producer. */
    SEND,
    /** Nothing to do but wait for acknowledgements. */
    AWAIT
  }

  private final LongAdder chunks = new LongAdder();
  private final LongAdder bytesIn = new LongAdder();
  private final LongAdder shards = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private final LongAdder released = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder parked = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder[] nanos = new LongAdder[Step.values().length];

  EncoderStats() {
    for (int step = 0; step < nanos.length; step++) {
      nanos[step] = new LongAdder();
    }
  }

  /** Chunks whose shards the broker has, all of them. */
  public long chunks() {
    return chunks.sum();
  }

  /** Plaintext of all chunks encoded. */
  public long bytesIn() {
    return bytesIn.sum();
  }

  /** Shards that the broker has. */
  public long shards() {
    return shards.sum();
  }

  /** Sealed bytes of those. */
  public long bytesOut() {
    return bytesOut.sum();
  }

  /** Records given back, to be delivered again. */
  public long released() {
    return released.sum();
  }

  /** Records of a spool that is no more. */
  public long rejected() {
    return rejected.sum();
  }

  /** Records set aside in the dead-letter topic. */
  public long parked() {
    return parked.sum();
  }

  /** Whatever failed, shards and polls included. */
  public long errors() {
    return errors.sum();
  }

  /** Nanoseconds of all threads together. */
  public long nanos(Step step) {
    return nanos[step.ordinal()].sum();
  }

  void spent(Step step, long count) {
    nanos[step.ordinal()].add(count);
  }

  void encoded(int plainSize, SealedStripe.Timings timings) {
    bytesIn.add(plainSize);
    spent(Step.COMPRESS, timings.compress() * 1000);
    spent(Step.ENCODE, timings.encode() * 1000);
    spent(Step.PROVE, timings.prove() * 1000);
    spent(Step.SEAL, timings.seal() * 1000);
  }

  void shardLanded(int sizeBytes) {
    shards.increment();
    bytesOut.add(sizeBytes);
  }

  void chunkLanded() {
    chunks.increment();
  }

  void recordReleased() {
    released.increment();
  }

  void recordRejected() {
    rejected.increment();
  }

  void recordParked() {
    parked.increment();
  }

  void error() {
    errors.increment();
  }
}
