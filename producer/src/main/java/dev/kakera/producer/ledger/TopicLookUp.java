package dev.kakera.producer.ledger;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the broker for topics that are known to be there. */
final class TopicLookUp {
  private static final long DEADLINE_SECONDS = 30;
  private static final long AGAIN_MILLIS = 50;

  private TopicLookUp() {}

  /**
   * A topic that was made a moment ago may not be known yet to the broker that is asked: it is
   * asked again then.
   *
   * @throws KafkaException when a topic is not there within 30 s, or the broker does not answer
   */
  static Map<String, TopicDescription> describe(Admin admin, List<String> names) {
    long started = System.nanoTime();
    while (true) {
      try {
        return admin.describeTopics(names).allTopicNames().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new KafkaException("interrupted while the topics were looked up", e);
      } catch (ExecutionException | TimeoutException e) {
        boolean mayCome =
            e.getCause() instanceof UnknownTopicOrPartitionException
                && System.nanoTime() - started < TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        if (!mayCome) {
          throw new KafkaException("the ledger's topics cannot be read: " + e.getMessage(), e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS));
      }
    }
  }
}
