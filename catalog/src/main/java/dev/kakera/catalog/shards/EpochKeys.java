package dev.kakera.catalog.shards;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.RepositoryKeys;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A repository's keys of every epoch: what was sealed under an old master key is still read.
 * Thread-safe; zeroed on close.
 */
public final class EpochKeys implements AutoCloseable {
  private final TreeMap<Integer, RepositoryKeys> byEpoch;

  private EpochKeys(Map<Integer, RepositoryKeys> byEpoch) {
    this.byEpoch = new TreeMap<>(byEpoch);
  }

  /** Derives the keys of every epoch; the bundle stays the caller's. */
  public static EpochKeys of(KeyBundle bundle) {
    Map<Integer, RepositoryKeys> byEpoch = new TreeMap<>();
    for (int epoch = 1; epoch <= bundle.masters().size(); epoch++) {
      byEpoch.put(
          epoch,
          new RepositoryKeys(
              bundle.repo(), epoch, new DerivedKeys(bundle.masters().get(epoch - 1))));
    }
    return new EpochKeys(byEpoch);
  }

  /** One epoch only; closing closes the given keys. */
  public static EpochKeys of(RepositoryKeys keys) {
    return new EpochKeys(Map.of(keys.epoch(), keys));
  }

  public RepoId repo() {
    return newest().repo();
  }

  public RepositoryKeys newest() {
    return byEpoch.lastEntry().getValue();
  }

  public Optional<RepositoryKeys> at(int epoch) {
    return Optional.ofNullable(byEpoch.get(epoch));
  }

  public Collection<RepositoryKeys> all() {
    return byEpoch.values();
  }

  @Override
  public void close() {
    byEpoch.values().forEach(RepositoryKeys::close);
  }

  @Override
  public String toString() {
    return "EpochKeys" + byEpoch.keySet();
  }
}
