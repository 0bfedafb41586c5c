package dev.kakera.store;

import dev.kakera.schemas.Framing;
import dev.kakera.schemas.UndecodableRecordException;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.store.object.Rejection;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Requests from their topic, replies to theirs. Confined to its thread. */
final class RequestWork implements StoreLoop.Work {
  /** Answers of which the broker's word is awaited before more are made. */
  private static final int UNACKNOWLEDGED_MAX = 64;

  private final Consumer<byte[], byte[]> consumer;
  private final RequestAnswerer answerer;
  private final Outbox outbox;
  private final StoreCounters counters;
  private final InstantSource clock;
  private final List<Future<RecordMetadata>> sent = new ArrayList<>();

  RequestWork(
      Consumer<byte[], byte[]> consumer,
      RequestAnswerer answerer,
      Outbox outbox,
      StoreCounters counters,
      InstantSource clock) {
    this.consumer = consumer;
    this.answerer = answerer;
    this.outbox = outbox;
    this.counters = counters;
    this.clock = clock;
  }

  RequestWork subscribe(String topic) {
    consumer.subscribe(Set.of(topic));
    return this;
  }

  @Override
  public boolean step() throws IOException {
    ConsumerRecords<byte[], byte[]> polled = Positions.poll(consumer);
    if (polled.isEmpty()) {
      return false;
    }
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      Optional<RequestRecord> request = read(record);
      if (request.isPresent()) {
        answerer.answer(request.get(), clock.millis(), this::send);
      }
    }
    awaitSent();
    Positions.commit(consumer);
    return true;
  }

  @Override
  public void close() {
    Positions.close(consumer);
  }

  private void send(Answer answer) {
    sent.add(
        switch (answer) {
          case Answer.Framed framed -> outbox.reply(framed.reply());
          case Answer.Said said -> outbox.receipt(said.locator(), said.receipt());
          case Answer.Raw raw -> outbox.reply(raw.requestId(), raw.type(), raw.sealed());
        });
    if (sent.size() == UNACKNOWLEDGED_MAX) {
      awaitSent();
    }
  }

  private void awaitSent() {
    try {
      outbox.awaitAll("replies", sent);
    } finally {
      sent.clear();
    }
  }

  private Optional<RequestRecord> read(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(Framing.decodeRequest(record.value()));
    } catch (UndecodableRecordException e) {
      counters.rejected(
          "request at %s-%d@%d".formatted(record.topic(), record.partition(), record.offset()),
          Rejection.MALFORMED,
          e.getMessage());
      return Optional.empty();
    }
  }
}
