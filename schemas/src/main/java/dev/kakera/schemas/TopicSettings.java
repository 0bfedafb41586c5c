package dev.kakera.schemas;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What topics a home with certain peers has, and every setting of theirs that durability or the
 * broker's disk depends on.
 *
 * <p>Nothing that is not yet receipted is ever deleted by time or size; our own budget of
 * unreceipted bytes is what bounds the disk. Requests and replies are the exception: whoever waits
 * asks again. Time is the broker's ({@code LogAppendTime}): a peer with a wrong clock could
 * otherwise write nothing at all.
 */
public final class TopicSettings {

  /** How long a request lies in its topic; its own deadline is shorter. */
  public static final Duration REQUEST_RETENTION = Duration.ofHours(24);

  /** How long a reply lies in its topic. */
  public static final Duration REPLY_RETENTION = Duration.ofHours(2);

  /** Replies of one partition beyond this go first; twice what a restore has in flight in all. */
  public static final long REPLY_RETENTION_BYTES = 128L * 1024 * 1024;

  private static final String FOREVER = "-1";
  private static final int CONTROL_SEGMENT_BYTES = 4 * 1024 * 1024;
  private static final int PEERS_SEGMENT_BYTES = 1024 * 1024;
  private static final Duration FILE_DELETE_DELAY = Duration.ofSeconds(1);

  private TopicSettings() {}

  /**
   * Partitions of each kind of topic.
   *
   * @param chunks of the chunks topic
   * @param shards of each peer's shards topic: the peer's channels
   * @param control of stripes, and of each peer's receipts, requests and replies
   */
  public record Partitions(int chunks, int shards, int control) {

    /**
     * What a home begins with. Control topics are small; one partition carries more than a house
     * makes.
     */
    public static final Partitions STANDARD = new Partitions(4, 4, 1);

    public Partitions {
      if (chunks < 1 || shards < 1 || control < 1) {
        throw new IllegalArgumentException(
            "partitions must be 1 or more, got " + chunks + ", " + shards + ", " + control);
      }
    }
  }

  /**
   * Every topic of a home.
   *
   * @param topics names
   * @param peers names of the peers, each once
   * @param partitions partitions of each kind
   * @throws IllegalArgumentException if a peer's name is not allowed or there twice
   */
  public static List<TopicPlan> plan(Topics topics, List<String> peers, Partitions partitions) {
    List<TopicPlan> plans = new ArrayList<>();
    plans.add(new TopicPlan(topics.chunks(), partitions.chunks(), bulk()));
    plans.add(new TopicPlan(topics.stripes(), partitions.control(), control()));
    plans.add(new TopicPlan(topics.peers(), 1, heartbeats()));
    plans.add(new TopicPlan(topics.dlq(topics.chunks()), 1, bulk()));
    plans.add(new TopicPlan(topics.dlq(topics.stripes()), 1, control()));
    Set<String> seen = new HashSet<>();
    for (String peer : peers) {
      if (!seen.add(peer)) {
        throw new IllegalArgumentException("peer '" + peer + "' is there twice");
      }
      plans.addAll(planOfPeer(topics, peer, partitions));
    }
    return List.copyOf(plans);
  }

  /** The topics that one more peer brings. */
  public static List<TopicPlan> planOfPeer(Topics topics, String peer, Partitions partitions) {
    return List.of(
        new TopicPlan(topics.shards(peer), partitions.shards(), bulk()),
        new TopicPlan(topics.dlq(topics.shards(peer)), 1, bulk()),
        new TopicPlan(topics.receipts(peer), partitions.control(), control()),
        new TopicPlan(topics.dlq(topics.receipts(peer)), 1, control()),
        new TopicPlan(topics.requests(peer), partitions.control(), requests()),
        new TopicPlan(topics.replies(peer), partitions.control(), replies()));
  }

  private static Map<String, String> bulk() {
    return kept(RecordLimits.SEGMENT_BYTES, RecordLimits.MESSAGE_MAX_BYTES);
  }

  private static Map<String, String> control() {
    return kept(CONTROL_SEGMENT_BYTES, RecordLimits.CONTROL_MESSAGE_MAX_BYTES);
  }

  private static Map<String, String> requests() {
    Map<String, String> config = control();
    config.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(REQUEST_RETENTION.toMillis()));
    return config;
  }

  private static Map<String, String> replies() {
    Map<String, String> config = bulk();
    config.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(REPLY_RETENTION.toMillis()));
    config.put(TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(REPLY_RETENTION_BYTES));
    return config;
  }

  private static Map<String, String> heartbeats() {
    Map<String, String> config = kept(PEERS_SEGMENT_BYTES, RecordLimits.CONTROL_MESSAGE_MAX_BYTES);
    config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    return config;
  }

  private static Map<String, String> kept(int segmentBytes, int messageMaxBytes) {
    Map<String, String> config = new TreeMap<>();
    config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    config.put(TopicConfig.RETENTION_MS_CONFIG, FOREVER);
    config.put(TopicConfig.RETENTION_BYTES_CONFIG, FOREVER);
    config.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(segmentBytes));
    config.put(TopicConfig.SEGMENT_INDEX_BYTES_CONFIG, Integer.toString(indexBytes(segmentBytes)));
    config.put(
        TopicConfig.FILE_DELETE_DELAY_MS_CONFIG, Long.toString(FILE_DELETE_DELAY.toMillis()));
    config.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(messageMaxBytes));
    config.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
    config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    config.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
    return config;
  }

  /**
   * An index entry has 12 bytes at most and comes for each 4 KiB of log; a smaller index would roll
   * the segment early.
   */
  private static int indexBytes(int segmentBytes) {
    return Math.ceilDiv(segmentBytes, 4096) * 12 + 4096;
  }
}
