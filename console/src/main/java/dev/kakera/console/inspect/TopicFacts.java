package dev.kakera.console.inspect;

import dev.kakera.console.output.Units;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A topic as it is now.
 *
 * @param records between its beginning and its end; of a compacted topic not all are there
 * @param bytes on the broker's disk; empty when the broker does not say
 * @param carries in words
 */
public record TopicFacts(
    String name,
    TopicKind kind,
    int partitions,
    long records,
    OptionalLong bytes,
    Kept kept,
    String carries) {

  /**
   * How long records stay.
   *
   * @param millis -1 for as long as nobody deletes them
   * @param bytes of a partition; -1 for any number
   */
  public record Kept(boolean compacted, long millis, long bytes) {}

  /** How long records stay, in words. */
  public String keptWords() {
    if (kept.compacted()) {
      return "newest of each key";
    }
    if (kept.millis() < 0 && kept.bytes() < 0) {
      return kind == TopicKind.PARKED ? "until retried or dropped" : "until it has arrived";
    }
    String time = kept.millis() < 0 ? "" : time(Duration.ofMillis(kept.millis()));
    String size = kept.bytes() < 0 ? "" : Units.bytes(kept.bytes());
    return time + (time.isEmpty() || size.isEmpty() ? "" : " or ") + size;
  }

  private static String time(Duration time) {
    return time.toHours() > 0 ? time.toHours() + " h" : time.toSeconds() + " s";
  }
}
