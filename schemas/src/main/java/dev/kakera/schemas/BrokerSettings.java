package dev.kakera.schemas;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of the broker that are the same wherever it runs: embedded, in a container, as one of
 * three.
 *
 * <p>Who and where a broker is (roles, listeners, directories, access) is left to whoever starts
 * it.
 */
public final class BrokerSettings {

  private static final int MIB = 1024 * 1024;
  private static final String OFFSETS_KEPT_MINUTES = Integer.toString(90 * 24 * 60);

  private BrokerSettings() {}

  /**
   * Settings for a cluster of {@code brokers}.
   *
   * @param brokers 1, or 3 and more for three replicas of which two must have a record
   */
  public static SortedMap<String, String> of(int brokers) {
    if (brokers < 1) {
      throw new IllegalArgumentException("a cluster of " + brokers + " brokers");
    }
    String replicas = Integer.toString(Math.min(brokers, 3));
    String inSync = brokers >= 3 ? "2" : "1";
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("auto.create.topics.enable", "false");
    settings.put("default.replication.factor", replicas);
    settings.put("min.insync.replicas", inSync);
    settings.put("unclean.leader.election.enable", "false");
    settings.put("offsets.topic.replication.factor", replicas);
    settings.put("transaction.state.log.replication.factor", replicas);
    settings.put("transaction.state.log.min.isr", inSync);
    settings.put("share.coordinator.state.topic.replication.factor", replicas);
    settings.put("share.coordinator.state.topic.min.isr", inSync);
    putInternalTopics(settings);
    putSizes(settings);
    putDeletion(settings);
    putGroups(settings);
    return settings;
  }

  /**
   * What a broker that shares its process with everything else adds: few threads and small buffers,
   * since start-up time and heap are what it has least of.
   */
  public static SortedMap<String, String> embedded() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("background.threads", "2");
    settings.put("num.recovery.threads.per.data.dir", "2");
    settings.put("log.cleaner.threads", "1");
    settings.put(
        "queued.max.request.bytes", Integer.toString(2 * RecordLimits.SOCKET_REQUEST_MAX_BYTES));
    settings.put("metric.reporters", "");
    settings.put("log.cleaner.io.buffer.size", "65536");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    // One voter always wins: the defaults make each start wait a second or two for an election and
    // for a heartbeat.
    settings.put("controller.quorum.election.timeout.ms", "100");
    settings.put("controller.quorum.election.backoff.max.ms", "100");
    settings.put("controller.quorum.append.linger.ms", "0");
    settings.put("broker.heartbeat.interval.ms", "500");
    // After a kill the next start waits this long for the session of the one that is gone.
    settings.put("broker.session.timeout.ms", "4000");
    // Otherwise a record is written twice a second for ever, and the disk of an idle home server
    // never sleeps.
    settings.put("metadata.max.idle.interval.ms", "0");
    return settings;
  }

  /**
   * What a broker in a container of its own adds. As {@link #embedded}, but on a busy machine its
   * signs of life come seconds late, and a lone broker that counts as gone is of no use to anybody;
   * it is started so seldom that its start after a kill may wait longer.
   */
  public static SortedMap<String, String> contained() {
    SortedMap<String, String> settings = embedded();
    settings.put("broker.session.timeout.ms", "9000");
    return settings;
  }

  /**
   * The same settings as environment variables of the public container image: dots become {@code
   * _}, dashes {@code ___} and underscores {@code __}. One setting by environment drops all of the
   * image's own defaults.
   */
  public static SortedMap<String, String> toEnvironment(Map<String, String> settings) {
    SortedMap<String, String> environment = new TreeMap<>();
    settings.forEach(
        (key, value) ->
            environment.put(
                "KAFKA_"
                    + key.replace("_", "__")
                        .replace("-", "___")
                        .replace(".", "_")
                        .toUpperCase(Locale.ROOT),
                value));
    return environment;
  }

  /** The default of 50 partitions each means hundreds of files and a slow first use. */
  private static void putInternalTopics(Map<String, String> settings) {
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.num.partitions", "4");
    settings.put("offsets.topic.segment.bytes", Integer.toString(16 * MIB));
    settings.put("transaction.state.log.segment.bytes", Integer.toString(16 * MIB));
    settings.put("share.coordinator.state.topic.segment.bytes", Integer.toString(16 * MIB));
  }

  private static void putSizes(Map<String, String> settings) {
    settings.put("message.max.bytes", Integer.toString(RecordLimits.MESSAGE_MAX_BYTES));
    settings.put("replica.fetch.max.bytes", Integer.toString(RecordLimits.MESSAGE_MAX_BYTES));
    settings.put(
        "socket.request.max.bytes", Integer.toString(RecordLimits.SOCKET_REQUEST_MAX_BYTES));
    settings.put("socket.receive.buffer.bytes", Integer.toString(MIB));
    settings.put("socket.send.buffer.bytes", Integer.toString(MIB));
    settings.put("log.segment.bytes", Integer.toString(RecordLimits.SEGMENT_BYTES));
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 * MIB));
  }

  /** Trimmed records leave disk and page cache within seconds; nothing else leaves by itself. */
  private static void putDeletion(Map<String, String> settings) {
    settings.put("log.retention.ms", "-1");
    settings.put("log.retention.bytes", "-1");
    settings.put("log.retention.check.interval.ms", "5000");
    settings.put("log.initial.task.delay.ms", "5000");
    settings.put("log.segment.delete.delay.ms", "1000");
    settings.put("offsets.retention.minutes", OFFSETS_KEPT_MINUTES);
  }

  private static void putGroups(Map<String, String> settings) {
    settings.put("group.initial.rebalance.delay.ms", "0");
    for (String kind : new String[] {"consumer", "share"}) {
      String start = "group." + kind + ".";
      settings.put(
          start + "session.timeout.ms", Integer.toString(GroupSettings.SESSION_TIMEOUT_MILLIS));
      settings.put(start + "min.session.timeout.ms", "5000");
      settings.put(
          start + "heartbeat.interval.ms",
          Integer.toString(GroupSettings.HEARTBEAT_INTERVAL_MILLIS));
      settings.put(start + "min.heartbeat.interval.ms", "1000");
    }
    settings.put(
        "group.share.delivery.count.limit", Integer.toString(GroupSettings.DELIVERY_COUNT_MAX));
    settings.put(
        "group.share.record.lock.duration.ms", Integer.toString(GroupSettings.RECORD_LOCK_MILLIS));
    settings.put(
        "group.share.partition.max.record.locks",
        Integer.toString(GroupSettings.RECORD_LOCK_COUNT_MAX));
  }
}
