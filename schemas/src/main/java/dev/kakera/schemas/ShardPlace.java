package dev.kakera.schemas;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which shard of how many. Written for people, so counted from 1: {@code 3/6} has index 2.
 *
 * @param index from 0
 * @param count shards of the stripe, 1 to {@link RecordLimits#SHARD_COUNT_MAX}
 */
public record ShardPlace(int index, int count) {

  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,2})/([1-9][0-9]{0,2})");

  public ShardPlace {
    if (count < 1 || count > RecordLimits.SHARD_COUNT_MAX || index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "no stripe has a shard of index " + index + " among " + count);
    }
  }

  /** Reads what {@link #toString} writes; empty for anything else. */
  public static Optional<ShardPlace> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int place = Integer.parseInt(matcher.group(1));
    int count = Integer.parseInt(matcher.group(2));
    return place > count || count > RecordLimits.SHARD_COUNT_MAX
        ? Optional.empty()
        : Optional.of(new ShardPlace(place - 1, count));
  }

  @Override
  public String toString() {
    return (index + 1) + "/" + count;
  }
}
