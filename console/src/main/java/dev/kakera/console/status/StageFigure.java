package dev.kakera.console.status;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a stage does now.
 *
 * @param who the peer; empty text for a stage that there is once
 * @param workers how many are at it; empty when that is not known
 * @param now bytes of content a second over the last half minute; of a peer its sealed bytes
 * @param canDo the same if it were busy all the time; empty when that is not known
 * @param busy share of that time, from 0 to 1; empty when that is not known
 * @param waiting chunks before it; of a peer its shards, one for each chunk
 * @param oldestMillis since when the oldest of them waits; empty when nothing does
 */
public record StageFigure(
    Stage stage,
    String who,
    OptionalInt workers,
    double now,
    OptionalDouble canDo,
    OptionalDouble busy,
    long waiting,
    OptionalLong oldestMillis) {
  /** In the order of a chunk's way. */
  public enum Stage {
    SCAN,
    ENCODE,
    /** A peer's link and its disk. */
    PEER
  }
}
