package dev.kakera.producer.ledger;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.UndecodableRecordException;
import dev.kakera.schemas.record.StripeRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Row 11 of the chunk's way: reads stripes and receipts, verifies, and moves the catalog forward,
 * one fsynced transaction for each poll, with the positions it has read to inside it. A receipt may
 * be read before the stripe that names its shard; it then waits in memory, and its partition's
 * position with it, until the stripes were read to their end.
 */
public final class ReceiptLedger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiptLedger.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private final Catalog catalog;
  private final Topics topics;
  private final LedgerWriting writing;
  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final Map<String, String> peerByTopic = new HashMap<>();
  private final Map<String, String> topicIds = new HashMap<>();
  private final List<Consumer<LedgerEvent>> listeners = new CopyOnWriteArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<TopicPartition, Long> applied = new LinkedHashMap<>();
  private volatile Map<TopicPartition, Long> durable = Map.of();
  private volatile boolean closing;
  private volatile boolean brokerIsNew;
  private volatile LedgerEvent.Stopped stopped;
  private Thread thread;

  /**
   * A verified receipt whose shard no stripe has named yet.
   *
   * @param stripesEnd where each partition of the stripes ended when it was first looked for; empty
   *     before that
   */
  private record Waiting(
      TopicPartition partition,
      long offset,
      String peer,
      Receipt receipt,
      Map<TopicPartition, Long> stripesEnd) {}

  public ReceiptLedger(
      String bootstrap, Topics topics, Catalog catalog, RepoId repo, InstantSource clock) {
    this(
        topics,
        catalog,
        repo,
        clock,
        new KafkaConsumer<>(
            ClientSettings.assignedConsumer(
                bootstrap, "kakera-ledger", ClientSettings.Load.CONTROL)));
  }

  /**
   * As above, with a consumer of the caller's.
   *
   * @param consumer taken over; of no group, and resets no position by itself
   */
  public ReceiptLedger(
      Topics topics,
      Catalog catalog,
      RepoId repo,
      InstantSource clock,
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
    this.catalog = catalog;
    this.topics = topics;
    this.writing = new LedgerWriting(repo, clock);
    this.consumer = consumer;
  }

  /**
   * Told of everything that was just put on disk, on the ledger's own thread; must be quick. Told
   * at once when the ledger has stopped already.
   */
  public void listen(Consumer<LedgerEvent> listener) {
    listeners.add(listener);
    LedgerEvent.Stopped ended = stopped;
    if (ended != null) {
      listener.accept(ended);
    }
  }

  /** Why it cannot go on, if it cannot. */
  public Optional<String> failure() {
    return Optional.ofNullable(stopped).map(LedgerEvent.Stopped::reason);
  }

  public void ignore(Consumer<LedgerEvent> listener) {
    listeners.remove(listener);
  }

  /** Makes the receipts of a head known as such. */
  public void expectHead(Locator locator, long sequence) {
    writing.expectHead(locator, sequence);
  }

  /** The first offset of each partition that the catalog does not hold yet. */
  public Map<TopicPartition, Long> durablePositions() {
    return durable;
  }

  /**
   * Whether the broker is another than the catalog knows: what was on its way in the old one is
   * lost.
   */
  public boolean brokerIsNew() {
    return brokerIsNew;
  }

  /** Finds where it stopped and begins, in a thread of its own. */
  public void start(Admin admin) {
    List<String> names = new ArrayList<>(List.of(topics.stripes()));
    catalog.peers().forEach(peer -> names.add(topics.receipts(peer.name())));
    begin(TopicLookUp.describe(admin, names));
    thread = Thread.ofPlatform().name("ledger").daemon(true).start(this::loop);
  }

  /**
   * Finds where it stopped; from then on {@link #step} reads on.
   *
   * @param described the topics of stripes and receipts, by name
   */
  public void begin(Map<String, TopicDescription> described) {
    writing.expectHeads(catalog);
    for (Peers.Peer peer : catalog.peers()) {
      peerByTopic.put(topics.receipts(peer.name()), peer.name());
    }
    List<TopicPartition> partitions = new ArrayList<>();
    described.forEach(
        (name, topic) -> {
          topicIds.put(name, topic.topicId().toString());
          topic
              .partitions()
              .forEach(info -> partitions.add(new TopicPartition(name, info.partition())));
        });
    consumer.assign(partitions);
    StartPositions start = StartPositions.find(catalog, consumer, topicIds);
    start.offsets().forEach(consumer::seek);
    applied.putAll(start.offsets());
    brokerIsNew = start.brokerIsNew();
    durable = Map.copyOf(applied);
  }

  /** One poll, and one transaction with what it brought. */
  public void step() {
    try {
      apply(consumer.poll(POLL));
    } catch (InvalidOffsetException e) {
      LOG.warn("the ledger's position is gone from {}: reading from the beginning", e.partitions());
      restart(e.partitions());
    }
  }

  private void loop() {
    try (consumer) {
      while (!closing) {
        step();
      }
    } catch (WakeupException e) {
      LOG.debug("the ledger was woken to close");
    } catch (RuntimeException e) {
      LOG.error("the ledger stopped", e);
      stopped = new LedgerEvent.Stopped(e.getMessage() == null ? e.toString() : e.getMessage());
      tell(stopped);
    }
  }

  private void restart(Set<TopicPartition> partitions) {
    consumer.seekToBeginning(partitions);
    partitions.forEach(partition -> applied.put(partition, consumer.position(partition)));
  }

  /**
   * What one transaction did; taken over only when it is on disk, since a transaction may be run
   * twice.
   */
  private record Outcome(
      List<LedgerEvent> events, List<Waiting> waiting, Map<TopicPartition, Long> positions) {}

  /** What one poll brought, stripes first. */
  private void apply(ConsumerRecords<byte[], byte[]> records) {
    if (records.isEmpty() && waiting.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> read = new LinkedHashMap<>();
    applied.keySet().forEach(partition -> read.put(partition, consumer.position(partition)));
    Map<TopicPartition, Long> stripesEnd = waiting.isEmpty() ? Map.of() : stripesEnd();
    Outcome outcome = catalog.write(connection -> write(connection, records, read, stripesEnd));
    waiting.clear();
    waiting.addAll(outcome.waiting());
    applied.putAll(outcome.positions());
    durable = Map.copyOf(applied);
    outcome.events().forEach(this::tell);
  }

  private Outcome write(
      Connection connection,
      ConsumerRecords<byte[], byte[]> records,
      Map<TopicPartition, Long> read,
      Map<TopicPartition, Long> stripesEnd)
      throws SQLException {
    Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(read));
    for (ConsumerRecord<byte[], byte[]> stripe : records.records(topics.stripes())) {
      announce(connection, stripe, outcome.events());
    }
    Map<String, Peers.Peer> peers = LedgerWriting.peersByName(connection);
    settleWaiting(connection, peers, stripesEnd, outcome);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      String peer = peerByTopic.get(record.topic());
      if (peer != null) {
        receive(connection, record, peers.get(peer), outcome);
      }
    }
    advance(connection, outcome);
    return outcome;
  }

  private void announce(
      Connection connection, ConsumerRecord<byte[], byte[]> record, List<LedgerEvent> found)
      throws SQLException {
    try {
      StripeRecord stripe = Framing.decodeStripe(record.value());
      found.addAll(writing.announce(connection, stripe));
      found.add(
          new LedgerEvent.Encoded(
              stripe.getWorker(),
              stripe.getPlainSize(),
              stripe.getShardSize(),
              stripe.getOpenedMicros()
                  + stripe.getEncodedMicros()
                  + stripe.getProvedMicros()
                  + stripe.getSealedMicros()));
    } catch (MalformedException | UndecodableRecordException e) {
      found.add(reject(record, e));
    }
  }

  private void receive(
      Connection connection,
      ConsumerRecord<byte[], byte[]> record,
      Peers.Peer peer,
      Outcome outcome)
      throws SQLException {
    try {
      Receipt receipt = writing.verify(peer, Framing.decodeReceipt(record.value()));
      Optional<LedgerEvent> event = writing.receive(connection, peer, receipt);
      event.ifPresent(outcome.events()::add);
      if (event.isEmpty()) {
        outcome
            .waiting()
            .add(
                new Waiting(
                    new TopicPartition(record.topic(), record.partition()),
                    record.offset(),
                    peer.name(),
                    receipt,
                    Map.of()));
      }
    } catch (MalformedException | UndecodableRecordException e) {
      outcome.events().add(reject(record, e));
    }
  }

  /** Receipts that came before their stripe: theirs now, still early, or nobody's. */
  private void settleWaiting(
      Connection connection,
      Map<String, Peers.Peer> peers,
      Map<TopicPartition, Long> stripesEnd,
      Outcome outcome)
      throws SQLException {
    for (Waiting receipt : waiting) {
      Peers.Peer peer = peers.get(receipt.peer());
      Optional<LedgerEvent> event = receive(connection, peer, receipt);
      // What was in the broker when it was first looked for names it, or nothing does.
      Map<TopicPartition, Long> bound =
          receipt.stripesEnd().isEmpty() ? stripesEnd : receipt.stripesEnd();
      if (event.isPresent()) {
        outcome.events().add(event.get());
      } else if (bound.entrySet().stream()
          .allMatch(end -> outcome.positions().get(end.getKey()) >= end.getValue())) {
        writing.stray(connection, peer, receipt.receipt());
      } else {
        outcome
            .waiting()
            .add(
                new Waiting(
                    receipt.partition(),
                    receipt.offset(),
                    receipt.peer(),
                    receipt.receipt(),
                    bound));
      }
    }
  }

  private Optional<LedgerEvent> receive(Connection connection, Peers.Peer peer, Waiting receipt)
      throws SQLException {
    try {
      return writing.receive(connection, peer, receipt.receipt());
    } catch (MalformedException e) {
      return Optional.of(
          reject(
              receipt.partition().topic(),
              receipt.partition().partition(),
              receipt.offset(),
              e.getMessage()));
    }
  }

  private Map<TopicPartition, Long> stripesEnd() {
    List<TopicPartition> stripes =
        applied.keySet().stream()
            .filter(partition -> partition.topic().equals(topics.stripes()))
            .toList();
    return Map.copyOf(consumer.endOffsets(stripes));
  }

  /** Positions go into the same transaction; never past a receipt that still waits. */
  private void advance(Connection connection, Outcome outcome) throws SQLException {
    for (Waiting receipt : outcome.waiting()) {
      outcome.positions().merge(receipt.partition(), receipt.offset(), Math::min);
    }
    for (Map.Entry<TopicPartition, Long> position : outcome.positions().entrySet()) {
      TopicPartition partition = position.getKey();
      if (!position.getValue().equals(applied.get(partition))) {
        Positions.put(
            connection,
            new Positions.Position(
                partition.topic(),
                partition.partition(),
                topicIds.get(partition.topic()),
                position.getValue()));
      }
    }
  }

  private static LedgerEvent reject(ConsumerRecord<byte[], byte[]> record, RuntimeException e) {
    return reject(record.topic(), record.partition(), record.offset(), e.getMessage());
  }

  private static LedgerEvent reject(String topic, int partition, long offset, String why) {
    LOG.warn("set aside {} partition {} offset {}: {}", topic, partition, offset, why);
    return new LedgerEvent.Rejected(topic, partition, offset, why);
  }

  private void tell(LedgerEvent event) {
    listeners.forEach(listener -> listener.accept(event));
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    if (thread == null) {
      consumer.close();
      return;
    }
    try {
      thread.join(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
