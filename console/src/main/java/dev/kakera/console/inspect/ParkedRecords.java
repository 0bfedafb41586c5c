package dev.kakera.console.inspect;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.DeadLetterHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What is parked in {@code <topic>.dlq}, and what becomes of it. That a record is done with is kept
 * as the position of a group without members (docs/decisions/dlq.md). One process at a time changes
 * it. Confined to one thread.
 */
public final class ParkedRecords {
  private static final Set<String> PARKING =
      Set.of(
          DeadLetterHeaders.TOPIC,
          DeadLetterHeaders.PARTITION,
          DeadLetterHeaders.OFFSET,
          DeadLetterHeaders.ATTEMPTS,
          DeadLetterHeaders.REASON);

  private final BrokerLook look;
  private final String group;

  public ParkedRecords(BrokerLook look) {
    this.look = look;
    this.group = group(look.topics().prefix());
  }

  /** The group whose positions say what is done with. */
  static String group(String prefix) {
    return prefix + "-dlq";
  }

  /** All that are not done with, by topic and age. */
  public List<ParkedRecord> list() throws InterruptedException {
    Map<TopicPartition, DoneOffsets> done = done();
    Map<TopicPartition, BrokerLook.Span> runs = new HashMap<>();
    look.spans(done.keySet())
        .forEach(
            (partition, there) ->
                runs.put(partition, GroupList.rest(there, done.get(partition).position())));
    Map<TopicPartition, List<ParkedRecord>> found =
        new TreeMap<>(
            Comparator.comparing(TopicPartition::topic)
                .thenComparingInt(TopicPartition::partition));
    try (TopicReader reader = new TopicReader(look.bootstrap())) {
      reader.read(
          runs,
          read -> {
            TopicPartition partition = new TopicPartition(read.topic(), read.partition());
            if (!done.get(partition).contains(read.offset())) {
              String origin = TopicKind.originOf(look.topics(), read.topic()).orElseThrow();
              found
                  .computeIfAbsent(partition, _ -> new ArrayList<>())
                  .add(
                      new ParkedRecord(
                          new ParkedId(look.topics(), origin, read.partition(), read.offset()),
                          RecordDecoder.decode(read, true)));
            }
          });
    }
    return found.values().stream().flatMap(List::stream).toList();
  }

  /**
   * One that is not done with.
   *
   * @throws CommandFailure if there is no such
   */
  public ParkedRecord find(ParkedId id) throws InterruptedException {
    requireWaiting(id);
    return new ParkedRecord(id, TopicTail.one(look, id.place()));
  }

  /**
   * Sends a record to the topic it came from, as it was there; forgets it once the broker has it.
   */
  public void retry(ParkedId id) throws InterruptedException {
    requireWaiting(id);
    int partitions = look.partitions(id.origin()).size();
    TopicPartition parked = partition(id);
    List<ProducerRecord<byte[], byte[]>> again = new ArrayList<>();
    try (TopicReader reader = new TopicReader(look.bootstrap())) {
      reader.read(
          Map.of(parked, new BrokerLook.Span(id.offset(), id.offset() + 1)),
          read -> again.add(again(read, id.origin(), partitions)));
    }
    if (again.isEmpty()) {
      throw unknown(id);
    }
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            ClientSettings.producer(look.bootstrap(), "kakera-dlq", ClientSettings.Role.CONTROL))) {
      var _ = producer.send(again.getFirst()).get(); // ends by the producer's own deadline
    } catch (ExecutionException e) {
      throw new KafkaException(
          "%s was not sent again and stays parked: %s".formatted(id, e.getCause().getMessage()), e);
    }
    forget(id);
  }

  /** Forgets a record for good. */
  public void drop(ParkedId id) throws InterruptedException {
    requireWaiting(id);
    forget(id);
  }

  /**
   * The record as it was before it was parked. It goes to the topic that this one is the parking
   * place of, whatever its headers say: anybody who may park could name another.
   */
  static ProducerRecord<byte[], byte[]> again(
      ConsumerRecord<byte[], byte[]> parked, String origin, int partitions) {
    RecordHeaders headers = new RecordHeaders();
    for (Header header : parked.headers()) {
      if (!PARKING.contains(header.key())) {
        headers.add(header);
      }
    }
    Integer partition = null;
    Header was = parked.headers().lastHeader(DeadLetterHeaders.PARTITION);
    if (was != null && was.value() != null) {
      String text = Printable.bytes(was.value());
      if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) < partitions) {
        partition = Integer.parseInt(text);
      }
    }
    return new ProducerRecord<>(origin, partition, null, parked.key(), parked.value(), headers);
  }

  private void requireWaiting(ParkedId id) throws InterruptedException {
    TopicPartition partition = partition(id);
    DoneOffsets done = done().get(partition);
    if (done == null || done.contains(id.offset())) {
      throw unknown(id);
    }
    BrokerLook.Span there = look.spans(List.of(partition)).get(partition);
    if (id.offset() < there.begin() || id.offset() >= there.end()) {
      throw unknown(id);
    }
  }

  private static CommandFailure unknown(ParkedId id) {
    return new CommandFailure(
        MessageId.RECORD_UNKNOWN,
        "nothing is parked as %s. See what is: kakera dlq list".formatted(id));
  }

  /** Notes that it is done with, and deletes what lies before the first that is not. */
  private void forget(ParkedId id) throws InterruptedException {
    TopicPartition partition = partition(id);
    DoneOffsets done = done().get(partition).with(id.offset());
    if (done.metadata().length() > DoneOffsets.METADATA_MAX_BYTES) {
      throw new CommandFailure(
          MessageId.FAILED,
          "%s is not noted as done: too many between others are already. Decide about the oldest of %s first: kakera dlq list"
              .formatted(id, partition.topic()));
    }
    OffsetAndMetadata position = new OffsetAndMetadata(done.position(), done.metadata());
    look.await(
        "group " + group,
        look.admin().alterConsumerGroupOffsets(group, Map.of(partition, position)).all());
    look.await(
        partition.topic(),
        look.admin()
            .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(done.position())))
            .all());
  }

  /** Of every partition that records are parked in. */
  private Map<TopicPartition, DoneOffsets> done() throws InterruptedException {
    Map<String, Integer> counts = new HashMap<>(look.partitionCounts());
    counts.keySet().removeIf(name -> TopicKind.originOf(look.topics(), name).isEmpty());
    List<TopicPartition> partitions = BrokerLook.partitions(counts);
    Map<TopicPartition, OffsetAndMetadata> committed =
        look.await(
            "group " + group,
            look.admin()
                .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                .partitionsToOffsetAndMetadata(group));
    Map<TopicPartition, DoneOffsets> done = new HashMap<>();
    look.spans(partitions)
        .forEach(
            (partition, there) -> {
              OffsetAndMetadata position = committed.get(partition);
              // A position behind the end is that of a topic that was made anew since.
              DoneOffsets known =
                  position == null || position.offset() > there.end()
                      ? DoneOffsets.from(there.begin())
                      : DoneOffsets.parse(position.offset(), position.metadata());
              done.put(partition, known.atLeast(there.begin()));
            });
    return done;
  }

  private TopicPartition partition(ParkedId id) {
    return new TopicPartition(id.place().topic(), id.partition());
  }
}
