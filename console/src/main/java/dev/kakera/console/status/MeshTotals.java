package dev.kakera.console.status;

import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.Snapshots;
import java.util.List;

/**
 * Sums over the catalog.
 *
 * @param lastSeconds when the last snapshot was finished, Unix time; 0 without one
 * @param owed shards without a receipt, of chunks that snapshots need
 * @param belowTarget chunks that snapshots need and of which a shard has no receipt
 * @param unrestorable of those the ones that cannot be had back now
 * @param losses how many peers may be lost
 */
public record MeshTotals(
    double lastSeconds,
    long snapshots,
    long owed,
    long belowTarget,
    long unrestorable,
    int losses) {
  public static MeshTotals of(Catalog catalog, RepositoryKeys keys) {
    List<Snapshots.Snapshot> snapshots = catalog.read(Snapshots::committed);
    double last =
        snapshots.isEmpty()
            ? 0
            : new HeadSealer(keys)
                    .open(snapshots.getLast().head().toBytes())
                    .head()
                    .finishedMillis()
                / 1000.0;
    return new MeshTotals(
        last,
        snapshots.size(),
        catalog.read(CatalogTotals::owed),
        catalog.read(CatalogTotals::belowTarget),
        catalog.read(CatalogTotals::unrestorable),
        catalog.read(CatalogTotals::ofUsed).losses());
  }
}
