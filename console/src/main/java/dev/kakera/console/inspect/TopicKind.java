package dev.kakera.console.inspect;

import dev.kakera.schemas.Topics;
import java.util.Optional;

/** What a topic carries, by its name. */
public enum TopicKind {
  CHUNKS("sealed chunks, from the scanner to the encoders"),
  STRIPES("what encoders made of each chunk: shards, locators, peers"),
  SHARDS("sealed shards for %s"),
  RECEIPTS("what %s has on its disk, signed"),
  REQUESTS("orders that %s answers: fetch, delete"),
  REPLIES("the answers of %s"),
  PEERS("the peers' signs of life"),
  PARKED("records of %s that nobody can work with");

  private static final String PARKED_SUFFIX = ".dlq";

  private final String words;

  TopicKind(String words) {
    this.words = words;
  }

  /** Empty for a topic that is none of ours. */
  public static Optional<TopicKind> of(Topics topics, String topic) {
    Optional<String> origin = originOf(topics, topic);
    if (origin.isPresent()) {
      return Optional.of(PARKED);
    }
    if (topic.equals(topics.chunks())) {
      return Optional.of(CHUNKS);
    }
    if (topic.equals(topics.stripes())) {
      return Optional.of(STRIPES);
    }
    if (topic.equals(topics.peers())) {
      return Optional.of(PEERS);
    }
    return topics.peerOf(topic).map(peer -> ofPeer(topics, topic, peer));
  }

  private static TopicKind ofPeer(Topics topics, String topic, String peer) {
    if (topic.equals(topics.shards(peer))) {
      return SHARDS;
    }
    if (topic.equals(topics.receipts(peer))) {
      return RECEIPTS;
    }
    return topic.equals(topics.requests(peer)) ? REQUESTS : REPLIES;
  }

  /** The topic whose parked records {@code topic} holds, if it is such a topic of ours. */
  public static Optional<String> originOf(Topics topics, String topic) {
    if (!topic.endsWith(PARKED_SUFFIX)) {
      return Optional.empty();
    }
    String origin = topic.substring(0, topic.length() - PARKED_SUFFIX.length());
    return of(topics, origin).isPresent() && topics.dlq(origin).equals(topic)
        ? Optional.of(origin)
        : Optional.empty();
  }

  /** What it carries, in words. */
  public String words(Topics topics, String topic) {
    String whose =
        this == PARKED ? originOf(topics, topic).orElse(topic) : topics.peerOf(topic).orElse(topic);
    return words.formatted(whose);
  }
}
