package dev.kakera.catalog.broker;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The other side of requests and replies, as a peer would be: checks the home's order, and gives
 * what the test put into it.
 */
final class FakePeer implements AutoCloseable {
  final PeerRef ref;
  final Signatures.SigningKey key;

  private final Topics topics;
  private final byte[] homeKey;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Map<Locator, byte[]> objects = new HashMap<>();
  private final Map<Locator, Integer> ignored = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<ReplyRecord> inventory = new ArrayList<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean closing;

  FakePeer(String bootstrap, Topics topics, int number, byte[] homeKey) throws Exception {
    this.topics = topics;
    this.homeKey = homeKey;
    byte[] seed = new byte[Secret.BYTES];
    Arrays.fill(seed, (byte) (100 + number));
    key = new Signatures.SigningKey(Secret.takeOwnershipOf(seed));
    ref = new PeerRef("peer-" + number, PeerId.ofPublicKey(key.publicKey()));
    consumer =
        new KafkaConsumer<>(
            ClientSettings.assignedConsumer(
                bootstrap, "fake-" + number, ClientSettings.Load.CONTROL));
    producer =
        new KafkaProducer<>(
            ClientSettings.producer(bootstrap, "fake-" + number, ClientSettings.Role.STORE));
    thread = Thread.ofPlatform().daemon().start(this::run);
    ready.get(60, TimeUnit.SECONDS);
  }

  synchronized void put(Locator locator, byte[] sealed) {
    objects.put(locator, sealed);
  }

  /** Requests for it stay without an answer, so many times. */
  synchronized void ignore(Locator locator, int times) {
    ignored.put(locator, times);
  }

  synchronized void list(ReplyOutcome outcome, String message, byte[] body) {
    inventory.add(new ReplyRecord("", ref.name(), outcome, message, ByteBuffer.wrap(body), null));
  }

  synchronized List<String> asked() {
    return List.copyOf(asked);
  }

  private void run() {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topics.requests(ref.name())).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    partitions.forEach(consumer::position);
    ready.complete(null);
    while (!closing) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
        answer(Framing.decodeRequest(record.value()));
      }
    }
    consumer.close();
  }

  private synchronized void answer(RequestRecord request) {
    Signed signed = new Signed(bytes(request.getOrder()), bytes(request.getSignature()));
    Order order = Order.decode(signed.verified(homeKey, Signatures.Context.ORDER));
    if (!order.peer().equals(ref.id())) {
      tell(request, ReplyOutcome.REFUSED, "another peer's order");
      return;
    }
    asked.add(request.getRequestId());
    if (order.kind() == Order.Kind.INVENTORY) {
      for (ReplyRecord page : inventory) {
        page.setRequestId(request.getRequestId());
        frame(page);
      }
      return;
    }
    int left = ignored.getOrDefault(order.locator(), 0);
    if (left > 0) {
      ignored.put(order.locator(), left - 1);
      return;
    }
    byte[] sealed = objects.get(order.locator());
    if (sealed == null) {
      tell(request, ReplyOutcome.MISSING, "");
      return;
    }
    send(
        request.getRequestId(),
        sealed,
        EventHeaders.builder(EventType.SHARD).id(request.getRequestId()).source(ref.name()));
  }

  private void tell(RequestRecord request, ReplyOutcome outcome, String message) {
    frame(new ReplyRecord(request.getRequestId(), ref.name(), outcome, message, null, null));
  }

  private void frame(ReplyRecord reply) {
    send(
        reply.getRequestId(),
        Framing.encode(reply),
        EventHeaders.builder(EventType.REPLY).id(reply.getRequestId()).source(ref.name()));
  }

  private void send(String requestId, byte[] value, EventHeaders.Builder headers) {
    var _ =
        producer.send(
            new ProducerRecord<>(
                topics.replies(ref.name()),
                null,
                null,
                RecordKey.encode(requestId),
                value,
                headers.build().toKafka()));
  }

  private static Bytes bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return Bytes.takeOwnershipOf(copy);
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(Duration.ofSeconds(5));
  }
}
