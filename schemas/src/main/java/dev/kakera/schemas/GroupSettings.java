package dev.kakera.schemas;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings that live at the broker for each group, to be set when the topics are made: before the
 * first member joins.
 *
 * <p>A share group begins at the end of its topics unless told otherwise, so that without {@code
 * share.auto.offset.reset} the first chunks would never be delivered.
 */
public final class GroupSettings {

  /** How long an encoder may work at a chunk before it goes to another. */
  public static final int RECORD_LOCK_MILLIS = 30_000;

  /** How often a chunk is delivered before it counts as poison. */
  public static final int DELIVERY_COUNT_MAX = 5;

  /** Silence after which a member of any group counts as gone. */
  public static final int SESSION_TIMEOUT_MILLIS = 10_000;

  /** How often a member says that it is there. */
  public static final int HEARTBEAT_INTERVAL_MILLIS = 2_000;

  /** Records of one partition that are with encoders at a time. */
  public static final int RECORD_LOCK_COUNT_MAX = 100;

  private GroupSettings() {}

  /** Settings of the share group of encoder workers. */
  public static SortedMap<String, String> encoder() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("share.auto.offset.reset", "earliest");
    settings.put("share.record.lock.duration.ms", Integer.toString(RECORD_LOCK_MILLIS));
    settings.put("share.delivery.count.limit", Integer.toString(DELIVERY_COUNT_MAX));
    settings.put("share.partition.max.record.locks", Integer.toString(RECORD_LOCK_COUNT_MAX));
    settings.put("share.session.timeout.ms", Integer.toString(SESSION_TIMEOUT_MILLIS));
    settings.put("share.heartbeat.interval.ms", Integer.toString(HEARTBEAT_INTERVAL_MILLIS));
    return Collections.unmodifiableSortedMap(settings);
  }

  /** Settings of a peer's consumer group. */
  public static SortedMap<String, String> store() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("consumer.session.timeout.ms", Integer.toString(SESSION_TIMEOUT_MILLIS));
    settings.put("consumer.heartbeat.interval.ms", Integer.toString(HEARTBEAT_INTERVAL_MILLIS));
    return Collections.unmodifiableSortedMap(settings);
  }
}
