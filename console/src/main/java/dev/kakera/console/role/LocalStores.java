package dev.kakera.console.role;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.Membership;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogRebuild;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.schemas.Topics;
import dev.kakera.store.ShardStore;
import dev.kakera.store.StoreSettings;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.StoreRules;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stores that lie in the data folder. */
public final class LocalStores {
  private static final int RECEIPTS_PAGE = 500;

  private LocalStores() {}

  /** Makes those that are missing, and makes all of them known to the catalog. */
  public static void register(DataFolder data, List<String> names, Catalog catalog) {
    Set<String> known = new HashSet<>();
    catalog.peers().forEach(peer -> known.add(peer.name()));
    for (String name : names) {
      if (!known.contains(name)) {
        try (StoreDirectory directory = StoreDirectory.openOrCreate(data.store(name), name)) {
          PeerRef peer = new PeerRef(name, directory.peerId());
          byte[] publicKey = directory.publicKey().toBytes();
          catalog.write(
              connection -> {
                Peers.add(connection, peer, publicKey);
                return true;
              });
        } catch (IOException e) {
          throw unusable(name, e);
        }
      }
    }
  }

  /** Makes stores elsewhere known to the catalog, by what they say of themselves. */
  public static void register(List<Introductions.Peer> peers, Catalog catalog) {
    for (Introductions.Peer peer : peers) {
      Optional<Peers.Peer> known =
          catalog.peers().stream().filter(one -> one.name().equals(peer.ref().name())).findFirst();
      if (known.isPresent() && !known.get().publicKey().equals(peer.publicKey())) {
        throw new CommandFailure(
            MessageId.STORE_UNUSABLE,
            "store %s has another key than the one that was accepted: its folder was emptied or exchanged. Bring it back, or begin with an empty data folder"
                .formatted(peer.ref().name()));
      }
      catalog.write(
          connection -> {
            Peers.add(connection, peer.ref(), peer.publicKey().toBytes());
            return true;
          });
    }
  }

  /** The home as its stores know it. */
  public static HomeRef homeOf(RepositoryKeys keys) {
    return new HomeRef(keys.repo(), Bytes.takeOwnershipOf(keys.homeKey().publicKey()));
  }

  /** Starts one. */
  public static ShardStore start(StoreSettings settings) {
    try {
      return ShardStore.start(settings);
    } catch (IOException e) {
      throw unusable(settings.peer(), e);
    }
  }

  /** Starts one that has joined a home elsewhere. */
  public static ShardStore start(Path directory, Membership member) {
    try {
      return ShardStore.start(
          StoreSettings.of(
                  member.broker().toString(),
                  Topics.standard(),
                  member.peer(),
                  directory,
                  member.home())
              .withLimits(
                  new StoreSettings.Limits(
                      member.quotaBytes(),
                      StoreRules.RESERVE_DEFAULT_BYTES,
                      StoreRules.HOLD_DEFAULT_DAYS))
              .withClientSettings(Membership.tls(directory).clientSettings()));
    } catch (IOException e) {
      throw unusable(member.peer(), e);
    }
  }

  /** Hands every receipt of a store to a rebuild; gives how many objects no snapshot needs. */
  public static int receipts(
      DataFolder data, String name, RepositoryKeys keys, CatalogRebuild rebuild) {
    HomeRef home = homeOf(keys);
    StoreRules rules =
        new StoreRules(
            home,
            0,
            StoreRules.RESERVE_DEFAULT_BYTES,
            StoreRules.HOLD_DEFAULT_DAYS,
            InstantSource.system(),
            StoreStep.Listener.NONE);
    int strays = 0;
    long session = 0;
    try (StoreDirectory directory = StoreDirectory.openExisting(data.store(name));
        ObjectStore store = ObjectStore.open(directory, rules)) {
      List<JournalEntry> page = store.inventory(null, RECEIPTS_PAGE);
      while (!page.isEmpty()) {
        for (JournalEntry entry : page) {
          long deleted = entry.deletion().map(Deletion::sequence).orElse(0L);
          session = Math.max(session, Math.max(entry.putSequence(), deleted));
        }
        // What is in quarantine is damaged: its receipt no longer counts.
        List<Signed> receipts =
            page.stream()
                .filter(entry -> entry.state() != JournalEntry.State.QUARANTINED)
                .flatMap(entry -> entry.receipt().stream())
                .toList();
        strays += rebuild.receipts(name, receipts);
        page = store.inventory(page.getLast().locator(), RECEIPTS_PAGE);
      }
      rebuild.sawSession(session);
      return strays;
    } catch (IOException e) {
      throw unusable(name, e);
    }
  }

  private static CommandFailure unusable(String name, IOException e) {
    return new CommandFailure(
        MessageId.STORE_UNUSABLE, "store %s cannot be used: %s".formatted(name, e.getMessage()), e);
  }
}
