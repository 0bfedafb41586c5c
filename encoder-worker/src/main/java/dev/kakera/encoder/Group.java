package dev.kakera.encoder;

import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One spool record on its way: its stripe record, then all its shards, and the record is settled
 * only when every send has ended (I-09, I-21).
 *
 * <pre>
 * ANNOUNCING --stripe record acknowledged--> SENDING --last send ended--> ENDED
 *      |                                        |
 *      +--refused, or overdue-------------------+--overdue--> ENDED
 * </pre>
 *
 * Confined to its loop. Reports that come after the end change nothing.
 */
final class Group {
  private enum State {
    ANNOUNCING,
    SENDING,
    ENDED
  }

  private final ConsumerRecord<byte[], byte[]> record;
  private final BitSet pending = new BitSet();
  private final StringJoiner failures = new StringJoiner("; ");
  private List<OutgoingShard> shards;
  private State state;
  private long deadline;
  private int landedCount;
  private Fault worst = Fault.TRANSIENT;
  private Exception firstFailure;
  private Outcome outcome;

  private Group(ConsumerRecord<byte[], byte[]> record, State state, List<OutgoingShard> shards) {
    this.record = record;
    this.state = state;
    this.shards = shards;
  }

  /**
   * A group whose stripe record goes out now.
   *
   * @param deadline of the monotonic clock, until which its acknowledgement is waited for
   */
  static Group announcing(
      ConsumerRecord<byte[], byte[]> record, List<OutgoingShard> shards, long deadline) {
    Group group = new Group(record, State.ANNOUNCING, List.copyOf(shards));
    group.deadline = deadline;
    return group;
  }

  /** A group that ended before anything was sent. */
  static Group ended(ConsumerRecord<byte[], byte[]> record, Outcome outcome) {
    Group group = new Group(record, State.ENDED, List.of());
    group.outcome = outcome;
    return group;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /** Delivery count, from 1. */
  int attempt() {
    return record.deliveryCount().orElse((short) 1);
  }

  boolean ended() {
    return state == State.ENDED;
  }

  /** Null until it ended. */
  Outcome outcome() {
    return outcome;
  }

  long deadline() {
    return deadline;
  }

  /** Sealed bytes that it holds because its stripe record is not acknowledged yet. */
  long heldBytes() {
    return state == State.ANNOUNCING
        ? shards.stream().mapToLong(shard -> shard.ref().size()).sum()
        : 0;
  }

  /**
   * The broker has the stripe record.
   *
   * @return the shards to send now; none when the group ended meanwhile
   */
  List<OutgoingShard> announced(long newDeadline) {
    if (state != State.ANNOUNCING) {
      return List.of();
    }
    List<OutgoingShard> released = shards;
    shards = List.of();
    state = State.SENDING;
    deadline = newDeadline;
    for (OutgoingShard shard : released) {
      pending.set(shard.ref().index());
    }
    endIfDrained();
    return released;
  }

  void announcementFailed(Exception failure) {
    if (state == State.ANNOUNCING) {
      note("stripe record", failure);
      fail();
    }
  }

  /**
   * @return how many have landed with this one; 0 when it was not waited for
   */
  int landed(ShardRef shard) {
    if (state != State.SENDING || !pending.get(shard.index())) {
      return 0;
    }
    pending.clear(shard.index());
    landedCount++;
    endIfDrained();
    return landedCount;
  }

  void failed(ShardRef shard, Exception failure) {
    if (state == State.SENDING && pending.get(shard.index())) {
      pending.clear(shard.index());
      note(shard.toString(), failure);
      endIfDrained();
    }
  }

  /** Ends it although sends are out. */
  void giveUp(Outcome why) {
    if (state != State.ENDED) {
      end(why);
    }
  }

  /** What is waited for, for people. */
  String waitingFor() {
    return state == State.ANNOUNCING ? "its stripe record" : pending.cardinality() + " shards";
  }

  private void endIfDrained() {
    if (pending.isEmpty()) {
      if (firstFailure == null) {
        end(new Outcome.Landed());
      } else {
        fail();
      }
    }
  }

  private void fail() {
    end(new Outcome.Failed(worst, failures.toString(), firstFailure));
  }

  private void end(Outcome how) {
    state = State.ENDED;
    shards = List.of();
    outcome = how;
  }

  private void note(String what, Exception failure) {
    Fault fault = Fault.of(failure);
    worst = fault.compareTo(worst) > 0 ? fault : worst;
    firstFailure = firstFailure == null ? failure : firstFailure;
    failures.add(what + ": " + failure.getClass().getSimpleName() + ": " + failure.getMessage());
  }
}
