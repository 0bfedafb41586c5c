package dev.kakera.encoder;

import dev.kakera.core.group.Outcome;
import dev.kakera.core.group.ShardGroup;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A spool record, the state of its group ({@link ShardGroup}) and what that needs of the world: the
 * shards until they may go out, and a deadline. Confined to its loop.
 */
final class Group {
  private final ConsumerRecord<byte[], byte[]> record;
  private List<OutgoingShard> shards;
  private ShardGroup state;
  private long deadline;

  private Group(
      ConsumerRecord<byte[], byte[]> record, ShardGroup state, List<OutgoingShard> shards) {
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
    List<Integer> indices = shards.stream().map(shard -> shard.ref().index()).toList();
    Group group = new Group(record, ShardGroup.announcing(indices), List.copyOf(shards));
    group.deadline = deadline;
    return group;
  }

  /** A group that ended before anything was sent. */
  static Group ended(ConsumerRecord<byte[], byte[]> record, Outcome outcome) {
    return new Group(record, new ShardGroup.Ended(outcome), List.of());
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /** Delivery count, from 1. */
  int attempt() {
    return record.deliveryCount().orElse((short) 1);
  }

  boolean ended() {
    return state.outcome().isPresent();
  }

  /** Null until it ended. */
  Outcome outcome() {
    return state.outcome().orElse(null);
  }

  long deadline() {
    return deadline;
  }

  /** Sealed bytes that it holds because its stripe record is not acknowledged yet. */
  long heldBytes() {
    return shards.stream().mapToLong(shard -> shard.ref().size()).sum();
  }

  /**
   * The broker has the stripe record.
   *
   * @return the shards to send now; none when the group ended meanwhile
   */
  List<OutgoingShard> announced(long newDeadline) {
    if (!(state instanceof ShardGroup.Announcing)) {
      return List.of();
    }
    List<OutgoingShard> released = shards;
    deadline = newDeadline;
    become(state.announced());
    return released;
  }

  void announcementFailed(Exception failure) {
    become(state.announcementFailed(failure("stripe record", failure)));
  }

  /**
   * @return how many have landed with this one; 0 when it was not waited for
   */
  int landed(ShardRef shard) {
    if (!(state instanceof ShardGroup.Sending sending)
        || !sending.pending().contains(shard.index())) {
      return 0;
    }
    become(state.landed(shard.index()));
    return sending.landedCount() + 1;
  }

  void failed(ShardRef shard, Exception failure) {
    become(state.failed(shard.index(), failure(shard.toString(), failure)));
  }

  /** Ends it although sends are out. */
  void giveUp(Outcome why) {
    become(state.giveUp(why));
  }

  /** What is waited for, for people. */
  String waitingFor() {
    return state.waitingFor();
  }

  /** The bytes are held for as long as the stripe record is not acknowledged, and no longer. */
  private void become(ShardGroup next) {
    state = next;
    shards = next instanceof ShardGroup.Announcing ? shards : List.of();
  }

  private static ShardGroup.Failure failure(String what, Exception cause) {
    return new ShardGroup.Failure(what, FaultJudge.faultOf(cause), cause);
  }
}
