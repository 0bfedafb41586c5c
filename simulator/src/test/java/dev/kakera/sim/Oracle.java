package dev.kakera.sim;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.order.TreeHash;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.StripeDecoder;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.ledger.Snapshots;
import dev.kakera.store.SimStore;
import dev.kakera.store.disk.JournalEntry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knows what every disk really holds and what was done to it, and so what must be true. Asks the
 * disks, not the product.
 */
final class Oracle implements AutoCloseable {
  private final World world;
  private final List<SimStore> stores;
  private final HeadSealer heads;
  private final StripeDecoder decoder;
  private final KeyedHash names;
  private final Map<ChunkId, byte[]> contents = new HashMap<>();
  private final TreeMap<Long, List<ChunkRef>> committed = new TreeMap<>();

  /** Every shard of these. */
  private final Set<Locator> needed = new HashSet<>();

  /** Shards that were on disk when a snapshot that names them was committed. */
  private final Set<String> promised = new HashSet<>();

  /** Shards and whole stores that were damaged from outside. */
  private final Set<String> harmed = new HashSet<>();

  Oracle(World world, List<SimStore> stores, RepositoryKeys keys) {
    this.world = world;
    this.stores = stores;
    this.heads = new HeadSealer(keys);
    this.decoder = new StripeDecoder(keys);
    this.names = keys.keys().hash(KeyPurpose.LOCATOR);
  }

  void knows(ChunkId chunk, byte[] content) {
    contents.put(chunk, content);
  }

  /** All of a store's disk. */
  void harm(SimStore store) {
    harmed.add(store.name);
  }

  void harm(SimStore store, String file) {
    harmed.add(store.name + "/" + file);
  }

  boolean isHarmed(SimStore store) {
    return harmed.contains(store.name);
  }

  private boolean isHarmed(SimStore store, Locator locator) {
    return isHarmed(store) || harmed.contains(store.name + "/" + locator);
  }

  private boolean holds(SimStore store, ChunkRef ref, int index, Locator locator) {
    byte[] sealed = store.lookShard(locator);
    if (sealed == null) {
      return false;
    }
    try {
      byte[] unused = decoder.open(ref, index, sealed);
      return true;
    } catch (MalformedException e) {
      return false;
    }
  }

  /** Takes note of what the catalog now says is committed, and checks what that takes. */
  void commits(Catalog catalog) {
    for (Snapshots.Snapshot each : catalog.read(Snapshots::committed)) {
      if (!committed.containsKey(each.sequence())) {
        HeadSealer.Sealed head = heads.open(each.head().toBytes());
        committed.put(each.sequence(), head.head().index());
        world.mark("snapshot committed");
        requireQuorum(head);
        Set.copyOf(head.head().index()).forEach(this::requireDurable);
      }
    }
  }

  /** I-03, and I-04 on the way: whoever has a head of this number has this one. */
  private void requireQuorum(HeadSealer.Sealed head) {
    int have = 0;
    int bundles = 0;
    for (SimStore store : stores) {
      boolean hasBundle = !store.disk.lookBelow(store.layout.folder(ObjectType.BUNDLE)).isEmpty();
      bundles += hasBundle || isHarmed(store) ? 1 : 0;
      byte[] found = store.disk.look(store.layout.object(ObjectType.HEAD, head.locator()));
      if (found != null && !Arrays.equals(found, head.sealed().toBytes()) && !isHarmed(store)) {
        throw new Violation("I-04", "two heads " + head.head().sequence());
      }
      have += found != null || isHarmed(store) ? 1 : 0;
    }
    int k = head.head().geometry().k();
    int n = head.head().geometry().n();
    // With fewer peers than shards: the peers that may go at their worst, and one.
    int needed = n <= stores.size() ? n - k + 1 : 2;
    if (Math.min(have, bundles) < needed) {
      throw new Violation(
          "I-03", "head at %d peers, keys at %d, needed %d".formatted(have, bundles, needed));
    }
  }

  /** I-01: without any one peer it can still be rebuilt from what is really there. */
  private void requireDurable(ChunkRef ref) {
    int n = ref.geometry().n();
    List<Set<String>> holders = new ArrayList<>();
    for (int index = 0; index < n; index++) {
      Locator locator = decoder.locator(ref, index);
      needed.add(locator);
      Set<String> having = new HashSet<>();
      for (SimStore store : stores) {
        boolean holds = holds(store, ref, index, locator);
        if (holds) {
          promised.add(store.name + "/" + locator);
        }
        if (holds || isHarmed(store, locator)) {
          having.add(store.name);
        }
      }
      holders.add(having);
    }
    for (SimStore lost : stores) {
      long have =
          holders.stream()
              .filter(having -> having.stream().anyMatch(name -> !name.equals(lost.name)))
              .count();
      if (have < ref.geometry().k()) {
        throw new Violation(
            "I-01", "chunk %s is committed, and lost with %s".formatted(ref.chunk(), lost.name));
      }
    }
  }

  /** I-24: no order may delete what a committed snapshot needs. */
  void orderedAway(Locator locator) {
    if (needed.contains(locator)) {
      throw new Violation("I-24", "shard of a committed snapshot is ordered away");
    }
  }

  /** I-05, I-15, I-16: what can be rebuilt is exact; what cannot, was damaged too much. */
  void restoresAll() {
    Set<ChunkRef> refs = new HashSet<>();
    committed.values().forEach(refs::addAll);
    for (ChunkRef ref : refs) {
      byte[][] payloads = new byte[ref.geometry().n()][];
      int have = 0;
      int mustHave = 0;
      for (int index = 0; index < payloads.length; index++) {
        Locator locator = decoder.locator(ref, index);
        for (SimStore store : stores) {
          if (payloads[index] == null && holds(store, ref, index, locator)) {
            payloads[index] = decoder.open(ref, index, store.lookShard(locator));
            have++;
          }
          boolean must = promised.contains(store.name + "/" + locator) && !isHarmed(store, locator);
          mustHave += must ? 1 : 0;
          if (must && !holds(store, ref, index, locator)) {
            throw new Violation("I-12", "%s lost shard %s".formatted(store.name, locator));
          }
        }
      }
      if (have >= ref.geometry().k()) {
        if (!Arrays.equals(decoder.decode(ref, payloads), contents.get(ref.chunk()))) {
          throw new Violation("I-05", "chunk " + ref.chunk() + " comes back as something else");
        }
      } else if (mustHave >= ref.geometry().k()) {
        throw new Violation("I-05", "chunk " + ref.chunk() + " cannot be rebuilt");
      } else {
        world.mark("more was damaged than the geometry survives");
      }
    }
  }

  /** I-13, I-23, I-20: what each side believes of the other is what is there. */
  void believesWhatIs(Catalog catalog, Watch watch) {
    Map<String, TreeSet<String>> believed = new TreeMap<>();
    Map<String, TreeSet<String>> named = new TreeMap<>();
    catalog.read(
        connection -> {
          for (Chunks.Chunk chunk : Chunks.all(connection)) {
            for (Chunks.Shard shard : Chunks.shards(connection, chunk.row())) {
              named.computeIfAbsent(shard.peer(), _ -> new TreeSet<>()).add(shard.locator() + "");
              if (shard.receipted()) {
                believed
                    .computeIfAbsent(shard.peer(), _ -> new TreeSet<>())
                    .add(shard.locator() + "");
              }
              ref(chunk, shard);
            }
          }
          for (Cleanups.Cleanup each : Cleanups.all(connection)) {
            named.computeIfAbsent(each.peer(), _ -> new TreeSet<>()).add(each.locator() + "");
          }
          return true;
        });
    for (SimStore store : stores) {
      if (!isHarmed(store)) {
        compare(
            store,
            believed.getOrDefault(store.name, new TreeSet<>()),
            named.getOrDefault(store.name, new TreeSet<>()),
            watch);
      }
    }
  }

  /** I-11: each shard that counts is of the chunk's one stripe, at its place. */
  private void ref(Chunks.Chunk chunk, Chunks.Shard shard) {
    if (!locator(chunk.ref().orElseThrow(), shard.place()).equals(shard.locator())) {
      throw new Violation("I-11", "shard of another stripe counts for " + chunk.chunk());
    }
  }

  /** As docs/format.md has it, not as the product makes it. */
  private Locator locator(ChunkRef ref, int index) {
    byte[] place =
        ByteBuffer.allocate(8)
            .putInt(ref.epoch())
            .put((byte) ref.geometry().k())
            .put((byte) ref.geometry().m())
            .put((byte) CauchyMatrix.MATRIX_ID)
            .put((byte) index)
            .array();
    return new Locator(names.update(place).update(ref.stripe().toBytes()).finish());
  }

  private void compare(SimStore store, Set<String> believed, Set<String> named, Watch watch) {
    TreeHash tree = new TreeHash();
    Set<String> there = new HashSet<>();
    for (JournalEntry entry : store.entries()) {
      if (entry.state() != JournalEntry.State.STORED) {
        continue;
      }
      Locator locator = entry.locator();
      byte[] bytes = store.disk.look(store.layout.object(entry.type(), locator));
      if (!isHarmed(store, locator) && (bytes == null || !tree.root(bytes).equals(entry.root()))) {
        throw new Violation(
            "I-13", "%s: %s is not what its journal says".formatted(store.name, locator));
      }
      there.add(locator.toString());
      if (entry.type() == ObjectType.SHARD && !named.contains(locator.toString())) {
        if (watch.hasForgotten(locator.toString())) {
          world.mark("a stray that only an inventory can find");
          continue;
        }
        throw new Violation(
            "I-20", "%s keeps %s, which nothing names".formatted(store.name, locator));
      }
    }
    for (Path file : store.disk.lookBelow(store.layout.folder(ObjectType.SHARD))) {
      if (!there.contains(file.getFileName().toString())) {
        throw new Violation("I-20", store.name + " keeps " + file + ", unknown to its journal");
      }
    }
    for (String locator : believed) {
      if (!there.contains(locator) && !harmed.contains(store.name + "/" + locator)) {
        throw new Violation("I-23", "the catalog believes %s at %s".formatted(locator, store.name));
      }
    }
  }

  /** Snapshots that the catalog reported as committed. */
  int committedCount() {
    return committed.size();
  }

  @Override
  public void close() {
    decoder.close();
  }
}
