package dev.kakera.schemas;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One topic as it is to be: what is created when it is missing and compared when it is there.
 *
 * @param name topic
 * @param partitions how many, 1 or more
 * @param config topic settings, sorted by key, unmodifiable
 */
public record TopicPlan(String name, int partitions, SortedMap<String, String> config) {

  public TopicPlan {
    Objects.requireNonNull(name, "name");
    if (partitions < 1) {
      throw new IllegalArgumentException(
          "topic " + name + " is planned with " + partitions + " partitions");
    }
    config = Collections.unmodifiableSortedMap(new TreeMap<>(config));
  }

  TopicPlan(String name, int partitions, Map<String, String> config) {
    this(name, partitions, new TreeMap<>(config));
  }
}
