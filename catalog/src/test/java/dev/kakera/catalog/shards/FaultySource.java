package dev.kakera.catalog.shards;

import dev.kakera.core.id.Locator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A source in memory that gives each shard as it is told to: right, not at all, wrong, or never.
 * Answers at once, on the calling thread.
 */
final class FaultySource implements ShardSource {
  private final Map<Locator, Map<String, byte[]>> bytes = new HashMap<>();
  private final Map<Locator, CompletableFuture<ShardAnswer>> silent = new HashMap<>();
  private final Set<Locator> unreachable = new HashSet<>();
  private final Set<Locator> doubtful = new HashSet<>();
  private final List<Locator> asked = new ArrayList<>();

  synchronized void put(Locator locator, String where, byte[] sealed) {
    bytes.computeIfAbsent(locator, _ -> new java.util.TreeMap<>()).put(where, sealed);
  }

  /** The answer comes when the test completes it. */
  synchronized CompletableFuture<ShardAnswer> silence(Locator locator) {
    return silent.computeIfAbsent(locator, _ -> new CompletableFuture<>());
  }

  synchronized void makeUnreachable(Locator locator) {
    unreachable.add(locator);
  }

  synchronized void doubt(Locator locator) {
    doubtful.add(locator);
  }

  /** Every locator that was asked for, in order. */
  synchronized List<Locator> asked() {
    return List.copyOf(asked);
  }

  @Override
  public synchronized CompletableFuture<ShardAnswer> fetch(ShardRequest request) {
    asked.add(request.locator());
    if (silent.containsKey(request.locator())) {
      return silent.get(request.locator());
    }
    if (unreachable.contains(request.locator())) {
      return answer(FindingKind.UNREACHABLE, "does not answer");
    }
    for (var place : bytes.getOrDefault(request.locator(), Map.of()).entrySet()) {
      if (!request.tried().contains(place.getKey())) {
        return CompletableFuture.completedFuture(
            new ShardAnswer.Found(place.getValue(), place.getKey(), List.of()));
      }
    }
    return answer(FindingKind.MISSING, "");
  }

  private static CompletableFuture<ShardAnswer> answer(FindingKind kind, String detail) {
    return CompletableFuture.completedFuture(
        new ShardAnswer.NotFound(List.of(new PlaceProblem("peer", kind, detail))));
  }

  @Override
  public synchronized boolean isDoubtful(Locator locator) {
    return doubtful.contains(locator);
  }

  @Override
  public void close() {}
}
