package dev.kakera.console.inspect;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Where a group stands in one topic.
 *
 * @param members that are in it now; empty for one that never was there
 * @param positions by partition, the first offset that it still has to work at; a partition it has
 *     never read is not in it
 * @param waiting records behind that
 * @param oldestMillis when the broker took the oldest of them
 */
public record GroupStand(
    String group,
    String topic,
    boolean shared,
    OptionalInt members,
    SortedMap<Integer, Long> positions,
    long waiting,
    OptionalLong oldestMillis) {

  /** Whether nobody is there to work at what waits. */
  public boolean isAbandoned() {
    return members.orElse(0) == 0;
  }
}
