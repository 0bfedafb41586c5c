package dev.kakera.catalog.shards;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Keeps count of every finding, by kind and by place, and the first {@value #KEPT_MAX} of them
 * whole: a peer that is gone means one for each chunk. Thread-safe.
 */
public final class FindingLog implements Consumer<Finding> {
  /** How many are kept whole. */
  public static final int KEPT_MAX = 1_000;

  private final List<Finding> kept = new ArrayList<>();
  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private final Map<String, Map<FindingKind, Long>> countsByPlace = new TreeMap<>();

  @Override
  public synchronized void accept(Finding finding) {
    if (kept.size() < KEPT_MAX) {
      kept.add(finding);
    }
    counts.merge(finding.kind(), 1L, Long::sum);
    countsByPlace
        .computeIfAbsent(finding.where(), _ -> new EnumMap<>(FindingKind.class))
        .merge(finding.kind(), 1L, Long::sum);
  }

  /** The first ones. */
  public synchronized List<Finding> kept() {
    return List.copyOf(kept);
  }

  /** How many there were of a kind. */
  public synchronized long count(FindingKind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** How many there were. */
  public synchronized long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many of each kind at each place. */
  public synchronized Map<String, Map<FindingKind, Long>> countsByPlace() {
    Map<String, Map<FindingKind, Long>> copy = new TreeMap<>();
    countsByPlace.forEach((place, byKind) -> copy.put(place, Map.copyOf(byKind)));
    return copy;
  }
}
