package dev.kakera.encoder;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.id.Digest;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.record.Bytes32;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Says to whom each shard of a stripe goes: its stripe record, and beside each wanted shard a
 * signed put order. A peer is told the spool id, never the {@code ChunkId}. Confined to one thread.
 */
final class StripeAddresser {
  private final EncoderSettings settings;
  private final Signatures.SigningKey homeKey;
  private final CRC32C crc = new CRC32C();

  StripeAddresser(EncoderSettings settings) {
    this.settings = settings;
    homeKey = settings.keys().homeKey();
  }

  /**
   * @param openedMicros how long the spool record took to open
   */
  AddressedStripe address(
      SpoolSource source, ChunkTask task, SealedStripe stripe, long openedMicros) {
    Instant now = settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    BitSet wanted = task.wanted();
    List<OutgoingShard> shards = new ArrayList<>(wanted.cardinality());
    List<StripeShardRecord> announced = new ArrayList<>(task.geometry().n());
    for (int index = 0; index < task.geometry().n(); index++) {
      int crc32c = crc32c(stripe.sealed(index));
      Digest orderDigest = Digest.ZERO;
      if (wanted.get(index)) {
        byte[] order = order(task, stripe, index, crc32c, now).encode();
        orderDigest = Order.digest(order);
        EventHeaders headers =
            headers(EventType.SHARD, source, now)
                .id(source.spoolId() + "/" + source.attempt() + "/" + index)
                .shard(index, task.geometry().n())
                .geometry(task.geometry().k(), task.geometry().m())
                .digest(crc32c)
                .order(signed(order))
                .build();
        shards.add(outgoing(task, stripe, index, headers));
      }
      announced.add(shardRecord(task, stripe, index, crc32c, orderDigest));
      if (!wanted.get(index)) {
        stripe.release(index);
      }
    }
    StripeRecord record = stripeRecord(source, task, stripe, openedMicros, announced);
    return new AddressedStripe(announcement(source, task, record, now), shards);
  }

  private static OutgoingShard outgoing(
      ChunkTask task, SealedStripe stripe, int index, EventHeaders headers) {
    ShardRef ref =
        new ShardRef(
            index,
            task.geometry().n(),
            task.peers().get(index).name(),
            stripe.sealed(index).length);
    return new OutgoingShard(ref, stripe, headers);
  }

  private Order order(ChunkTask task, SealedStripe stripe, int index, int crc32c, Instant now) {
    PeerRef peer = task.peers().get(index);
    return new Order(
        Order.Kind.PUT,
        settings.keys().repo(),
        peer.id(),
        stripe.locator(index),
        stripe.sealed(index).length,
        crc32c,
        task.sequence(),
        0,
        now.plus(settings.orderValidity()).getEpochSecond());
  }

  private byte[] signed(byte[] order) {
    Signed signed = Signed.sign(homeKey, Signatures.Context.ORDER, order);
    byte[] joined = Arrays.copyOf(order, order.length + Signatures.SIGNATURE_BYTES);
    System.arraycopy(
        signed.signature().toBytes(), 0, joined, order.length, Signatures.SIGNATURE_BYTES);
    return joined;
  }

  private static StripeShardRecord shardRecord(
      ChunkTask task, SealedStripe stripe, int index, int crc32c, Digest orderDigest) {
    return StripeShardRecord.newBuilder()
        .setIndex(index)
        .setLocator(new Bytes32(stripe.locator(index).toBytes()))
        .setPeer(task.peers().get(index).name())
        .setCrc32c(crc32c)
        .setOrderDigest(new Bytes32(orderDigest.toBytes()))
        .setSent(!orderDigest.equals(Digest.ZERO))
        .build();
  }

  private StripeRecord stripeRecord(
      SpoolSource source,
      ChunkTask task,
      SealedStripe stripe,
      long openedMicros,
      List<StripeShardRecord> shards) {
    ChunkRef ref = stripe.ref();
    SealedStripe.Timings timings = stripe.timings();
    return StripeRecord.newBuilder()
        .setSpoolId(source.spoolId())
        .setChunk(new Bytes32(ref.chunk().toBytes()))
        .setStripe(new Bytes32(ref.stripe().toBytes()))
        .setEpoch(ref.epoch())
        .setK(task.geometry().k())
        .setM(task.geometry().m())
        .setMatrixId(CauchyMatrix.MATRIX_ID)
        .setCodec(ref.codec().id())
        .setPlainSize(ref.plainSize())
        .setEncodedSize(ref.encodedSize())
        .setShardSize(ref.sealedSize())
        .setSequence(source.offset())
        .setWorker(settings.workerName())
        .setAttempt(source.attempt())
        .setOpenedMicros(openedMicros)
        .setEncodedMicros(timings.compress() + timings.encode())
        .setProvedMicros(timings.prove())
        .setSealedMicros(timings.seal())
        .setShards(shards)
        .build();
  }

  private ProducerRecord<byte[], byte[]> announcement(
      SpoolSource source, ChunkTask task, StripeRecord record, Instant now) {
    EventHeaders headers =
        headers(EventType.STRIPE, source, now)
            .id(source.spoolId() + "/" + source.attempt())
            .geometry(task.geometry().k(), task.geometry().m())
            .build();
    return new ProducerRecord<>(
        settings.topics().stripes(),
        null,
        null,
        RecordKey.encode(source.spoolId()),
        Framing.encode(record),
        headers.toKafka());
  }

  private EventHeaders.Builder headers(EventType type, SpoolSource source, Instant now) {
    EventHeaders.Builder headers =
        EventHeaders.builder(type)
            .source("encoder/" + settings.workerName())
            .time(now)
            .chunk(source.spoolId())
            .attempt(source.attempt());
    source.traceparent().ifPresent(headers::traceparent);
    return headers;
  }

  private int crc32c(byte[] bytes) {
    crc.reset();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }
}
