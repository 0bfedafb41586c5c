package dev.kakera.console.bench;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends records as the home sends chunks, to a topic of its own that is deleted at the end. */
final class ProduceStage implements BenchStage {
  private static final int RECORD_BYTES_MAX = 1 << 20;
  private static final int IN_FLIGHT_MAX = 8;
  private static final long BYTES_MAX = 96L << 20;
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final byte[] record;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final String note;

  /**
   * @param note which broker it is
   */
  ProduceStage(BenchMaterial material, String bootstrap, String note) {
    this.note = note;
    record = material.bytes(Math.min(RECORD_BYTES_MAX, material.source().length));
    Topics topics = new Topics("kakera-bench-" + HexFormat.of().formatHex(material.bytes(4)));
    topic = topics.chunks();
    List<TopicPlan> plan =
        TopicSettings.plan(topics, List.of(), new TopicSettings.Partitions(1, 1, 1)).stream()
            .filter(each -> each.name().equals(topic))
            .toList();
    admin = Admin.create(ClientSettings.admin(bootstrap, "kakera-bench"));
    try {
      new TopicCreator(admin, DEADLINE).ensure(plan, Map.of());
      producer =
          new KafkaProducer<>(
              ClientSettings.producer(bootstrap, "kakera-bench", ClientSettings.Role.SCANNER));
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  @Override
  public Stage stage() {
    return Stage.PRODUCE;
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  public long bytesMax() {
    return BYTES_MAX;
  }

  @Override
  public Work open(int part, int parts) {
    return new Work() {
      private final ArrayDeque<Future<RecordMetadata>> inFlight = new ArrayDeque<>();

      @Override
      public int step() throws IOException, InterruptedException {
        if (inFlight.size() == IN_FLIGHT_MAX) {
          await(inFlight.remove());
        }
        inFlight.add(producer.send(new ProducerRecord<>(topic, 0, null, record)));
        return record.length;
      }

      @Override
      public void settle() throws IOException, InterruptedException {
        while (!inFlight.isEmpty()) {
          await(inFlight.remove());
        }
      }
    };
  }

  private static void await(Future<?> sent) throws IOException, InterruptedException {
    try {
      sent.get(ClientSettings.DELIVERY_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException("the broker did not take a record: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    producer.close(DEADLINE);
    try {
      await(admin.deleteTopics(List.of(topic)).all());
    } finally {
      admin.close(DEADLINE);
    }
  }
}
