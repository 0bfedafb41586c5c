package dev.kakera.producer.backup;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/** What a new session must know of the broker, and do there, before it publishes. */
interface BrokerLook {

  /** Where each partition of a topic ends. */
  Map<TopicPartition, Long> ends(String topic)
      throws ExecutionException, InterruptedException, TimeoutException;

  /** Whether no encoder has anything left to take. */
  boolean chunksConsumed() throws ExecutionException, InterruptedException, TimeoutException;

  /** Deletes all chunks that are there now. */
  void trimChunks() throws ExecutionException, InterruptedException, TimeoutException;

  /** Whether a peer's store has not read its shards to the end. */
  boolean isBehind(String peer) throws ExecutionException, InterruptedException, TimeoutException;
}
