package dev.kakera.producer.publish;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.RequestRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends whole sealed objects (heads, the key bundle) and delete orders to peers. */
public final class ObjectSender {
  private static final Duration PUT_VALID = Duration.ofDays(90);
  private static final Duration DELETE_VALID = Duration.ofDays(1);

  private final Producer<byte[], byte[]> producer;
  private final Topics topics;
  private final RepositoryKeys keys;
  private final Signatures.SigningKey homeKey;
  private final InstantSource clock;

  public ObjectSender(
      Producer<byte[], byte[]> producer, Topics topics, RepositoryKeys keys, InstantSource clock) {
    this.producer = producer;
    this.topics = topics;
    this.keys = keys;
    this.homeKey = keys.homeKey();
    this.clock = clock;
  }

  /** Orders a peer to keep a sealed object. */
  public Future<RecordMetadata> put(PeerRef peer, byte[] sealed, long sequence) {
    Locator locator = SealedHeader.read(sealed, 0, sealed.length).locator();
    CRC32C crc = new CRC32C();
    crc.update(sealed);
    int digest = (int) crc.getValue();
    Signed order =
        sign(
            new Order(
                Order.Kind.PUT,
                keys.repo(),
                peer.id(),
                locator,
                sealed.length,
                digest,
                sequence,
                0,
                clock.instant().plus(PUT_VALID).getEpochSecond()));
    EventHeaders headers =
        EventHeaders.builder(EventType.OBJECT)
            .id(locator + "/0")
            .source("home")
            .time(clock.instant())
            .digest(digest)
            .order(Base64.getUrlDecoder().decode(order.toText()))
            .build();
    String topic = topics.shards(peer.name());
    int partition =
        Math.floorMod(locator.digest().a() >>> 56, producer.partitionsFor(topic).size());
    return producer.send(
        new ProducerRecord<>(
            topic,
            partition,
            RecordKey.encode(RecordKey.shard(locator.toBytes(), 0)),
            sealed,
            headers.toKafka()));
  }

  /** Orders a peer to delete an object; its own hold comes first. */
  public Future<RecordMetadata> delete(PeerRef peer, Locator locator, long sequence) {
    long now = clock.instant().getEpochSecond();
    PeerId id = peer.id();
    Signed order =
        sign(
            new Order(
                Order.Kind.DELETE,
                keys.repo(),
                id,
                locator,
                0,
                0,
                sequence,
                now,
                now + DELETE_VALID.toSeconds()));
    String requestId = UUID.randomUUID().toString();
    RequestRecord request =
        RequestRecord.newBuilder()
            .setRequestId(requestId)
            .setOrder(ByteBuffer.wrap(order.body().toBytes()))
            .setSignature(ByteBuffer.wrap(order.signature().toBytes()))
            .setReplyTopic(topics.replies(peer.name()))
            .setDeadlineMillis(clock.millis() + DELETE_VALID.toMillis())
            .build();
    EventHeaders headers =
        EventHeaders.builder(EventType.REQUEST)
            .id(requestId)
            .source("home")
            .time(clock.instant())
            .build();
    return producer.send(
        new ProducerRecord<>(
            topics.requests(peer.name()),
            null,
            RecordKey.encode(requestId),
            Framing.encode(request),
            headers.toKafka()));
  }

  private Signed sign(Order order) {
    return Signed.sign(homeKey, Signatures.Context.ORDER, order.encode());
  }
}
