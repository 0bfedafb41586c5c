package dev.kakera.console.trace;

import dev.kakera.console.inspect.SeenRecord;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One shard, or a chunk that has none yet.
 *
 * @param place empty for a chunk without a stripe
 * @param locator empty text for such a chunk, as is the peer
 * @param sentence what is the matter, for people
 * @param sinceMillis since when it waits; empty when it does not, or nobody knows
 * @param next one command; empty text when there is nothing to do
 * @param seen what lies in the broker about it
 */
public record ShardLife(
    OptionalInt place,
    String locator,
    String peer,
    ShardVerdict verdict,
    String sentence,
    OptionalLong sinceMillis,
    String next,
    List<SeenRecord> seen) {
  public ShardLife {
    seen = List.copyOf(seen);
  }

  public boolean isStored() {
    return verdict == ShardVerdict.SHARD_STORED;
  }
}
