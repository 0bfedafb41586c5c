package dev.kakera.console.trace;

import dev.kakera.console.failure.MessageId;
import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Chunks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at chunks, again and again if need be: catalog, topics and groups as they are then.
 * Confined to one thread.
 *
 * @param older how long something may wait before it counts as stuck
 * @param alone whether nothing but the broker runs
 * @param backup the command that lets everything go on
 */
public record ChunkTracer(
    CatalogView catalog, BrokerLook look, Duration older, boolean alone, String backup) {

  /**
   * What was seen at one time.
   *
   * @param olderMillis how long something may wait before it counts as stuck
   */
  public record Look(List<ChunkLife> lives, long nowMillis, long olderMillis) {
    public Look {
      lives = List.copyOf(lives);
    }

    /** Of each chunk the shards that wait longer; what nobody knows the age of is among them. */
    public List<ChunkLife> tooLong() {
      List<ChunkLife> stuck = new ArrayList<>();
      for (ChunkLife life : lives) {
        List<ShardLife> late = life.shards().stream().filter(this::isTooLong).toList();
        if (!late.isEmpty()) {
          stuck.add(new ChunkLife(life.facts(), late, life.seen()));
        }
      }
      return stuck;
    }

    private boolean isTooLong(ShardLife shard) {
      return !shard.isStored()
          && (shard.sinceMillis().isEmpty()
              || nowMillis - shard.sinceMillis().getAsLong() >= olderMillis);
    }
  }

  public Look look(List<ChunkFacts> chunks) throws InterruptedException {
    Evidence evidence = EvidenceScan.of(look, chunks);
    long now = System.currentTimeMillis();
    Judge judge = new Judge(evidence, now, older.toMillis(), alone, backup);
    return new Look(chunks.stream().map(judge::judge).toList(), now, older.toMillis());
  }

  /** The same chunks as the catalog has them now; without those that it has forgotten. */
  public List<ChunkFacts> fresh(List<ChunkFacts> chunks) {
    List<ChunkFacts> fresh = new ArrayList<>();
    for (ChunkFacts facts : chunks) {
      Optional<Chunks.Chunk> now =
          catalog.read(connection -> Chunks.find(connection, facts.chunk().chunk()));
      now.ifPresent(chunk -> fresh.add(ChunkFacts.of(catalog, chunk, facts.place())));
    }
    return fresh;
  }

  /** What a command ends with that has shown these. */
  public static int exitCode(List<ChunkLife> lives) {
    if (lives.stream().anyMatch(ChunkLife::isLost)) {
      return MessageId.DAMAGE_FOUND.exitCode();
    }
    return lives.stream().allMatch(ChunkLife::isStored) ? 0 : MessageId.BELOW_REDUNDANCY.exitCode();
  }
}
