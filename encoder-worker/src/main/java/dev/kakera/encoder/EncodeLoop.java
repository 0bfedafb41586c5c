package dev.kakera.encoder;

import dev.kakera.core.group.Fault;
import dev.kakera.core.group.Outcome;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.schemas.GroupSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread of a worker: takes a few spool records at a time, encodes them one by one, sends each
 * stripe record as soon as it is ready and each stripe's shards as soon as that is acknowledged,
 * and settles the records when every send has ended.
 *
 * <p>The one place that decides between trying again, setting aside and stopping: {@link Outcome}
 * says which, this class does it. Confined to its thread but for {@link #wake}.
 */
final class EncodeLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EncodeLoop.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final LoopContext context;
  private final ShareConsumer<byte[], byte[]> consumer;
  private final BlockingQueue<LoopEvent> events;
  private final ChunkEncoder encoder;
  private final Outbox outbox;
  private final long heldMaxBytes;

  /**
   * @param consumer taken over: closed with this loop
   * @param events empty, unbounded and this loop's own
   */
  EncodeLoop(
      LoopContext context,
      ShareConsumer<byte[], byte[]> consumer,
      BlockingQueue<LoopEvent> events) {
    this.context = context;
    this.consumer = consumer;
    this.events = events;
    EncoderSettings settings = context.settings();
    encoder = new ChunkEncoder(settings, context.stats(), context.nanos());
    outbox = new Outbox(context, events);
    heldMaxBytes = settings.inFlightMaxBytes() / settings.threads();
  }

  /** Works until the worker ends. */
  void run() {
    consumer.setAcknowledgementCommitCallback(this::acknowledged);
    consumer.subscribe(List.of(context.settings().topics().chunks()));
    while (!context.stop().stopping()) {
      step();
    }
  }

  /** One poll and all that comes of it. */
  void step() {
    ConsumerRecords<byte[], byte[]> batch;
    try {
      batch = consumer.poll(context.patience().poll());
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      context.stats().error();
      if (FaultJudge.faultOf(e) != Fault.TRANSIENT) {
        throw new EncoderFailedException("taking chunks failed: " + e.getMessage(), e);
      }
      LOG.warn("taking chunks failed, trying again: {}", e.toString());
      pause(context.patience().backOff());
      return;
    }
    if (!batch.isEmpty()) {
      work(batch);
    }
  }

  /** Ends a wait early, to see that the worker ends. From any thread. */
  void wake() {
    consumer.wakeup();
    events.add(new LoopEvent.Stopping());
  }

  private void work(ConsumerRecords<byte[], byte[]> batch) {
    CrashPoint.reached("E1");
    outbox.beginBatch();
    List<Group> groups = new ArrayList<>(batch.count());
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      handleWhatIsThere();
      while (heldBytes(groups) >= heldMaxBytes) {
        await(groups);
      }
      groups.add(begin(record));
    }
    while (!groups.stream().allMatch(Group::ended)) {
      await(groups);
    }
    CrashPoint.reached("E8");
    settle(groups);
    CrashPoint.reached("E9");
    requireNoFatal(groups);
  }

  private Group begin(ConsumerRecord<byte[], byte[]> record) {
    if (context.stop().overdue()) {
      return Group.ended(record, new Outcome.Stopped());
    }
    try {
      long keyId = ChunkEncoder.keyId(record);
      Optional<SpoolKey> key;
      try {
        key = context.settings().spoolKeys().find(keyId);
      } catch (RuntimeException e) {
        context.stats().error();
        String reason = "spool key %x cannot be read: %s".formatted(keyId, e);
        return Group.ended(record, new Outcome.Failed(Fault.TRANSIENT, reason, e));
      }
      if (key.isEmpty()) {
        String reason = "spool key %x was deleted, so its spool is over".formatted(keyId);
        return Group.ended(record, new Outcome.Obsolete(reason));
      }
      AddressedStripe stripe = encoder.encode(record, key.get());
      Group group = Group.announcing(record, stripe.shards(), deadline());
      outbox.announce(group, stripe.announcement());
      return group;
    } catch (RuntimeException e) {
      context.stats().error();
      return Group.ended(record, new Outcome.Failed(Fault.POISON, e.toString(), e));
    }
  }

  private void handleWhatIsThere() {
    for (LoopEvent event = events.poll(); event != null; event = events.poll()) {
      handle(event);
    }
  }

  /** Handles one event, or ends the groups whose time is up. */
  private void await(List<Group> groups) {
    long started = context.nanos().getAsLong();
    long left = context.stop().left();
    for (Group group : groups) {
      left = group.ended() ? left : Math.min(left, group.deadline() - started);
    }
    LoopEvent event;
    try {
      event = events.poll(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    long now = context.nanos().getAsLong();
    context.stats().spent(EncoderStats.Step.AWAIT, now - started);
    if (event != null) {
      handle(event);
    }
    for (Group group : groups) {
      if (context.stop().overdue()) {
        group.giveUp(new Outcome.Stopped());
      } else if (group.deadline() - now <= 0) {
        group.giveUp(overdue(group));
      }
    }
  }

  private static Outcome overdue(Group group) {
    String reason = "the broker did not answer for " + group.waitingFor();
    return new Outcome.Failed(Fault.TRANSIENT, reason, new KafkaException(reason));
  }

  private void handle(LoopEvent event) {
    switch (event) {
      case LoopEvent.StripeEnded(Group group, Optional<Exception> failure) -> {
        if (failure.isPresent()) {
          context.stats().error();
          group.announcementFailed(failure.get());
        } else {
          CrashPoint.reached("E6");
          group.announced(deadline()).forEach(shard -> outbox.publish(group, shard));
        }
      }
      case LoopEvent.ShardEnded(Group group, ShardRef shard, Optional<Exception> failure) -> {
        if (failure.isPresent()) {
          context.stats().error();
          outbox.forget(shard.peer());
          group.failed(shard, failure.get());
        } else {
          context.stats().shardLanded(shard.size());
          CrashPoint.shardAcknowledged(group.landed(shard));
        }
      }
      case LoopEvent.Stopping() -> {}
    }
  }

  /** What landed first, so that it does not wait for the back-off of what failed. */
  private void settle(List<Group> groups) {
    List<Group> failed = new ArrayList<>();
    int worstAttempt = 0;
    for (Group group : groups) {
      if (group.outcome() instanceof Outcome.Failed) {
        failed.add(group);
        worstAttempt = Math.max(worstAttempt, group.attempt());
      } else {
        settle(group);
      }
    }
    consumer.commitAsync();
    if (!failed.isEmpty()) {
      pause(context.patience().backOff().multipliedBy(worstAttempt));
      failed.forEach(this::settle);
      consumer.commitAsync();
    }
  }

  private void settle(Group group) {
    ConsumerRecord<byte[], byte[]> record = group.record();
    switch (group.outcome().verdict(group.attempt(), GroupSettings.DELIVERY_COUNT_MAX)) {
      case ACCEPT -> {
        context.stats().chunkLanded();
        acknowledge(record, AcknowledgeType.ACCEPT);
      }
      case REJECT -> {
        context.stats().recordRejected();
        LOG.info("{} is passed over: {}", name(group), reason(group));
        acknowledge(record, AcknowledgeType.REJECT);
      }
      case RELEASE -> release(group);
      case PARK -> park(group);
    }
  }

  private void release(Group group) {
    context.stats().recordReleased();
    LOG.warn("{} is given back, to be delivered again: {}", name(group), reason(group));
    acknowledge(group.record(), AcknowledgeType.RELEASE);
  }

  private void park(Group group) {
    Optional<Exception> failure =
        outbox.park(group.record(), reason(group), context.patience().sends());
    if (failure.isPresent()) {
      LOG.error("{} could not be set aside: {}", name(group), failure.get().toString());
      release(group);
    } else {
      context.stats().recordParked();
      LOG.error(
          "{} failed each time and is set aside in {}: {}",
          name(group),
          context.settings().topics().dlq(group.record().topic()),
          reason(group));
      acknowledge(group.record(), AcknowledgeType.REJECT);
    }
  }

  private void acknowledge(ConsumerRecord<byte[], byte[]> record, AcknowledgeType type) {
    try {
      consumer.acknowledge(record, type);
    } catch (IllegalStateException e) {
      // Its lock ran out meanwhile: it is delivered again, and gives the same bytes again.
      context.stats().error();
      LOG.info("{} cannot be settled as {}: {}", record.offset(), type, e.getMessage());
    }
  }

  private void acknowledged(Map<TopicIdPartition, Set<Long>> offsets, Exception failure) {
    if (failure != null) {
      context.stats().error();
      LOG.info("settling {} failed, they are delivered again: {}", offsets, failure.toString());
    }
  }

  private static void requireNoFatal(List<Group> groups) {
    for (Group group : groups) {
      if (group.outcome() instanceof Outcome.Failed(Fault fault, String reason, Exception cause)
          && fault == Fault.FATAL) {
        throw new EncoderFailedException(reason, cause);
      }
    }
  }

  private static long heldBytes(List<Group> groups) {
    return groups.stream().mapToLong(Group::heldBytes).sum();
  }

  private long deadline() {
    return context.nanos().getAsLong() + context.patience().sends().toNanos();
  }

  private void pause(Duration duration) {
    try {
      context.stop().pause(duration);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static String name(Group group) {
    ConsumerRecord<byte[], byte[]> record = group.record();
    return "%s-%d@%d, attempt %d"
        .formatted(record.topic(), record.partition(), record.offset(), group.attempt());
  }

  private static String reason(Group group) {
    return switch (group.outcome()) {
      case Outcome.Landed() -> "all landed";
      case Outcome.Obsolete(String reason) -> reason;
      case Outcome.Stopped() -> "the worker ends";
      case Outcome.Failed(_, String reason, _) -> reason;
    };
  }

  @Override
  public void close() {
    try {
      consumer.close(CLOSE_TIMEOUT);
    } catch (KafkaException e) {
      LOG.warn("leaving the group failed, the broker will notice by itself: {}", e.toString());
    } finally {
      encoder.close();
    }
  }
}
