package dev.kakera.schemas;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of every topic and group of one home.
 *
 * <p>One topic per peer and direction, because Kafka's access rules end at the topic: a peer can be
 * kept from another peer's shards by name alone. Several homes share a cluster by having different
 * prefixes. Immutable.
 *
 * @param prefix what every name begins with: 1 to 40 of {@code a-z 0-9 -}
 */
public record Topics(String prefix) {

  /** Prefix of a home that has a broker of its own. */
  public static final String DEFAULT_PREFIX = "kakera";

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");
  private static final String DEAD_LETTER_SUFFIX = ".dlq";

  public Topics {
    requireName("topic prefix", prefix);
  }

  /** Names under {@link #DEFAULT_PREFIX}. */
  public static Topics standard() {
    return new Topics(DEFAULT_PREFIX);
  }

  /**
   * Checks a peer's name.
   *
   * @return the name
   * @throws IllegalArgumentException if it is anything but 1 to 40 of {@code a-z 0-9 -}
   */
  public static String requirePeer(String peer) {
    return requireName("peer name", peer);
  }

  /** Sealed chunks on their way to the encoders, keyed by spool id. */
  public String chunks() {
    return prefix + ".chunks";
  }

  /** What encoders made of each chunk, keyed by spool id. */
  public String stripes() {
    return prefix + ".stripes";
  }

  /** Sealed shards on their way to one peer, keyed by locator. */
  public String shards(String peer) {
    return ofPeer(".shards.", peer);
  }

  /** One peer's signed receipts, keyed by locator. */
  public String receipts(String peer) {
    return ofPeer(".receipts.", peer);
  }

  /** Signed orders that one peer answers, keyed by request id. */
  public String requests(String peer) {
    return ofPeer(".requests.", peer);
  }

  /** One peer's answers, keyed by request id. */
  public String replies(String peer) {
    return ofPeer(".replies.", peer);
  }

  /** The peers' signs of life, keyed by peer; compacted. */
  public String peers() {
    return prefix + ".peers";
  }

  /** Where records of {@code topic} are parked that nobody can work with. */
  public String dlq(String topic) {
    return Objects.requireNonNull(topic, "topic") + DEAD_LETTER_SUFFIX;
  }

  /** The share group of all encoder workers. */
  public String encoderGroup() {
    return prefix + "-encoder";
  }

  /** The consumer group of one peer's store. */
  public String storeGroup(String peer) {
    return prefix + "-store-" + requirePeer(peer);
  }

  /**
   * The peer whose shards, receipts, requests or replies {@code topic} carries; empty for any other
   * topic.
   */
  public Optional<String> peerOf(String topic) {
    for (String kind : new String[] {".shards.", ".receipts.", ".requests.", ".replies."}) {
      String start = prefix + kind;
      if (topic.startsWith(start) && NAME.matcher(topic.substring(start.length())).matches()) {
        return Optional.of(topic.substring(start.length()));
      }
    }
    return Optional.empty();
  }

  private String ofPeer(String kind, String peer) {
    return prefix + kind + requirePeer(peer);
  }

  private static String requireName(String what, String name) {
    if (!NAME.matcher(Objects.requireNonNull(name, what)).matches()) {
      throw new IllegalArgumentException(
          what + " '" + name + "' is not allowed: use 1 to 40 of a-z, 0-9 and '-'");
    }
    return name;
  }
}
