package dev.kakera.console.inspect;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.schemas.Topics;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a parked record for people: {@code shards.peer-2@0} is the first that was parked of
 * peer-2's shards.
 *
 * @param origin the topic it came from, whole
 * @param partition of the topic it is parked in
 * @param offset there
 */
public record ParkedId(Topics topics, String origin, int partition, long offset) {
  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9.-]{1,200})(?:/([0-9]{1,6}))?@([0-9]{1,18})");

  /** What {@link #toString} writes; the whole name of either topic will do, too. */
  public static ParkedId parse(Topics topics, String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      String start = topics.prefix() + ".";
      String name = matcher.group(1);
      String whole = name.startsWith(start) ? name : start + name;
      String origin = TopicKind.originOf(topics, whole).orElse(whole);
      if (TopicKind.originOf(topics, topics.dlq(origin)).isPresent()) {
        int partition = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        return new ParkedId(topics, origin, partition, Long.parseLong(matcher.group(3)));
      }
    }
    throw new CommandFailure(
        MessageId.USAGE,
        "\"%s\" names no parked record; expected something like shards.peer-1@0. See them with: kakera dlq list"
            .formatted(text));
  }

  public SeenRecord.Place place() {
    return new SeenRecord.Place(topics.dlq(origin), partition, offset);
  }

  @Override
  public String toString() {
    return origin.substring(topics.prefix().length() + 1)
        + (partition == 0 ? "" : "/" + partition)
        + "@"
        + offset;
  }
}
