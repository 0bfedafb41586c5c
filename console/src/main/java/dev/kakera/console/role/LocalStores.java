package dev.kakera.console.role;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.schemas.Topics;
import dev.kakera.store.ShardStore;
import dev.kakera.store.StoreSettings;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.StoreDirectory;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The stores that lie in the data folder. */
public final class LocalStores {
  private LocalStores() {}

  /** Makes those that are missing, and makes all of them known to the catalog. */
  public static void register(DataFolder data, List<String> names, Catalog catalog) {
    Set<String> known = new HashSet<>();
    catalog.peers().forEach(peer -> known.add(peer.name()));
    for (String name : names) {
      if (!known.contains(name)) {
        try (StoreDirectory directory =
            StoreDirectory.openOrCreate(data.store(name), name)) {
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

  /** Starts one. */
  public static ShardStore start(
      DataFolder data, String name, String bootstrap, Topics topics, RepositoryKeys keys) {
    HomeRef home =
        new HomeRef(keys.repo(), Bytes.takeOwnershipOf(keys.homeKey().publicKey()));
    try {
      return ShardStore.start(
          StoreSettings.of(bootstrap, topics, name, data.store(name), home));
    } catch (IOException e) {
      throw unusable(name, e);
    }
  }

  private static CommandFailure unusable(String name, IOException e) {
    return new CommandFailure(
        MessageId.STORE_UNUSABLE, "store %s cannot be used: %s".formatted(name, e.getMessage()), e);
  }
}
