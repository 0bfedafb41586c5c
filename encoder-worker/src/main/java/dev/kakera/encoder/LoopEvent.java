package dev.kakera.encoder;

import java.util.Optional;

/** What a loop is told while it works on a batch. */
sealed interface LoopEvent {

  /**
   * @param failure empty when the broker has it
   */
  record StripeEnded(Group group, Optional<Exception> failure) implements LoopEvent {}

  /**
   * @param failure empty when the broker has it
   */
  record ShardEnded(Group group, ShardRef shard, Optional<Exception> failure)
      implements LoopEvent {}

  /** The worker ends: deadlines are others now. */
  record Stopping() implements LoopEvent {}
}
