package dev.kakera.console.inspect;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which parked records of a partition are done with: a committed position, and in its metadata
 * those behind it. Immutable.
 *
 * <pre>
 * metadata = "1:" [ run *( "," run ) ]
 * run      = offset [ "-" offset ]        ; first and last, rising, apart, all behind the position
 * </pre>
 */
public final class DoneOffsets {
  /** Kafka's own limit of a commit's metadata, by default. */
  public static final int METADATA_MAX_BYTES = 4096;

  private static final String VERSION = "1:";
  private static final Pattern RUN = Pattern.compile("([0-9]{1,18})(?:-([0-9]{1,18}))?");

  private final long position;
  private final TreeMap<Long, Long> runs;

  private DoneOffsets(long position, TreeMap<Long, Long> runs) {
    this.position = position;
    this.runs = runs;
  }

  /** Nothing is done from here on. */
  public static DoneOffsets from(long position) {
    return new DoneOffsets(position, new TreeMap<>());
  }

  /** Metadata that is not ours counts as none: a record is then shown again rather than hidden. */
  public static DoneOffsets parse(long position, String metadata) {
    DoneOffsets done = from(position);
    if (metadata == null || !metadata.startsWith(VERSION)) {
      return done;
    }
    for (String run : metadata.substring(VERSION.length()).split(",", -1)) {
      Matcher matcher = RUN.matcher(run);
      if (matcher.matches()) {
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
        if (first >= position && last >= first) {
          done.runs.merge(first, last, Math::max);
        }
      }
    }
    return done.advanced();
  }

  /** The first that is not done. */
  public long position() {
    return position;
  }

  public boolean contains(long offset) {
    if (offset < position) {
      return true;
    }
    Map.Entry<Long, Long> run = runs.floorEntry(offset);
    return run != null && run.getValue() >= offset;
  }

  public DoneOffsets with(long offset) {
    if (contains(offset)) {
      return this;
    }
    TreeMap<Long, Long> more = new TreeMap<>(runs);
    more.put(offset, offset);
    return new DoneOffsets(position, more).advanced();
  }

  /** The same behind what the topic no longer holds. */
  public DoneOffsets atLeast(long begin) {
    return begin <= position ? this : new DoneOffsets(begin, new TreeMap<>(runs)).advanced();
  }

  public String metadata() {
    StringBuilder text = new StringBuilder(VERSION);
    runs.forEach(
        (first, last) -> {
          text.append(text.length() > VERSION.length() ? "," : "").append(first);
          if (last > first) {
            text.append('-').append(last);
          }
        });
    return text.toString();
  }

  /** Joins runs that touch, and moves the position over those at its front. */
  private DoneOffsets advanced() {
    long front = position;
    TreeMap<Long, Long> joined = new TreeMap<>();
    for (Map.Entry<Long, Long> run : runs.entrySet()) {
      if (run.getKey() <= front) {
        front = Math.max(front, run.getValue() + 1);
      } else if (!joined.isEmpty() && joined.lastEntry().getValue() + 1 >= run.getKey()) {
        joined.put(joined.lastKey(), Math.max(joined.lastEntry().getValue(), run.getValue()));
      } else {
        joined.put(run.getKey(), run.getValue());
      }
    }
    return new DoneOffsets(front, joined);
  }
}
