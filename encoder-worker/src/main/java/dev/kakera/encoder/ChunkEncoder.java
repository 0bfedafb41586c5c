package dev.kakera.encoder;

import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.core.stripe.StripeEncoder;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Turns a spool record into what is to be sent for it. Sends nothing itself. Confined to one
 * thread.
 */
final class ChunkEncoder implements AutoCloseable {
  private final EncoderSettings settings;
  private final EncoderStats stats;
  private final LongSupplier nanos;
  private final StripeAddresser addresser;
  private final StripeEncoder encoder;
  private byte[] body = new byte[0];

  ChunkEncoder(EncoderSettings settings, EncoderStats stats, LongSupplier nanos) {
    this.settings = settings;
    this.stats = stats;
    this.nanos = nanos;
    addresser = new StripeAddresser(settings);
    encoder = new StripeEncoder(settings.keys(), nanos);
  }

  /** The id of the key that a spool record is sealed under. */
  static long keyId(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      throw new MalformedException(Failure.TRUNCATED, "spool record: it has no value");
    }
    return SpoolSealer.keyId(record.value());
  }

  /**
   * @throws RuntimeException of any kind when the record cannot be worked with
   */
  AddressedStripe encode(ConsumerRecord<byte[], byte[]> record, SpoolKey key) {
    SpoolSource source = SpoolSource.of(record);
    long started = nanos.getAsLong();
    if (body.length < record.value().length) {
      body = new byte[record.value().length];
    }
    SpoolSealer.Opened opened = SpoolSealer.open(key, record.value(), body);
    long openNanos = nanos.getAsLong() - started;
    stats.spent(EncoderStats.Step.OPEN, openNanos);
    CrashPoint.reached("E2");
    ChunkTask task = opened.task();
    requireEpoch(task);
    SealedStripe stripe =
        encoder.encode(
            task.chunk(),
            task.geometry(),
            task.compress(),
            opened.body(),
            opened.dataOffset(),
            opened.dataSize());
    stats.encoded(opened.dataSize(), stripe.timings());
    CrashPoint.reached("E5");
    long sealedAt = nanos.getAsLong();
    AddressedStripe addressed = addresser.address(source, task, stripe, openNanos / 1000);
    stats.spent(EncoderStats.Step.SIGN, nanos.getAsLong() - sealedAt);
    return addressed;
  }

  private void requireEpoch(ChunkTask task) {
    if (task.epoch() != settings.keys().epoch()) {
      throw new IllegalStateException(
          "chunk %s is for key epoch %d, but this worker has the keys of epoch %d: restart the one that is behind"
              .formatted(task.chunk(), task.epoch(), settings.keys().epoch()));
    }
  }

  @Override
  public void close() {
    encoder.close();
    Arrays.fill(body, (byte) 0);
  }
}
