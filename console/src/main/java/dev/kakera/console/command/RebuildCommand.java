package dev.kakera.console.command;

import dev.kakera.catalog.recover.FoundHead;
import dev.kakera.catalog.recover.HeadCollector;
import dev.kakera.catalog.recover.HeadList;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.catalog.shards.StoreFolder;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.role.LocalStores;
import dev.kakera.core.id.Locator;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogRebuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Makes the catalog again from what the stores hold; the old one is put aside, never deleted. */
@Command(name = "rebuild", description = "make a damaged or lost catalog again from the stores")
public final class RebuildCommand extends KakeraCommand {
  private static final int HEAD_MAX_BYTES =
      SealedHeader.PAYLOAD_MAX_BYTES + SealedHeader.OVERHEAD_BYTES;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    requireStoresHere();
    invocation().lock();
    DataFolder data = invocation().data();
    List<String> names = invocation().settings().peerNames();
    List<Path> folders = names.stream().map(data::store).toList();
    Path next = data.path().resolve("catalog.next");
    requireNoLeftover(next);
    try (RepositoryKeys keys = new KeyFolder(data.keys()).open();
        Catalog catalog = Catalog.create(next);
        EpochKeys epochs = EpochKeys.of(keys);
        SnapshotReading reading =
            new SnapshotReading(
                epochs, FolderShardSource.open(folders), ReaderSettings.standard())) {
      LocalStores.register(data, names, catalog);
      CatalogRebuild rebuild = new CatalogRebuild(catalog, keys, InstantSource.system());
      List<FoundHead> heads = heads(epochs, folders);
      for (FoundHead head : heads) {
        rebuild.snapshot(head.sealed());
        takeChunks(rebuild, head.head(), reading, names);
      }
      int strays = 0;
      for (String name : names) {
        strays += LocalStores.receipts(data, name, keys, rebuild);
      }
      tell(heads.size(), strays);
    }
    swap(data, next);
    return 0;
  }

  /**
   * It reads the stores' folders, which in containers lie in volumes that the home does not see.
   */
  private void requireStoresHere() {
    if (Introductions.ofEnvironment().isPresent()) {
      throw new CommandFailure(
          MessageId.PREREQUISITE_MISSING,
          "the catalog cannot be made again in a container yet: the stores of %s are not in it. Nothing was changed; bring the volume of the home back from a copy, or restore from the stores' folders with the words: kakera recover --help"
              .formatted(invocation().data().path()));
    }
  }

  private void tell(int snapshots, int strays) {
    Terminal terminal = invocation().terminal();
    if (terminal.json()) {
      terminal
          .out()
          .print(
              JsonWriter.document("summary")
                  .field("snapshots", snapshots)
                  .field("strays", strays)
                  .end());
      return;
    }
    terminal
        .out()
        .println(
            "Rebuilt the catalog: %d snapshots; %d objects that none of them needs will be cleaned up after the next backup"
                .formatted(snapshots, strays));
  }

  /** A rebuild that was cut short leaves its folder; nothing in it is needed. */
  private static void requireNoLeftover(Path next) throws IOException {
    if (!Files.exists(next)) {
      return;
    }
    try (var files = Files.walk(next)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void swap(DataFolder data, Path next) throws IOException {
    if (Files.exists(data.catalog())) {
      Path aside = data.path().resolve("catalog.old-" + System.currentTimeMillis());
      Files.move(data.catalog(), aside);
      invocation()
          .terminal()
          .say("The old catalog is in %s; delete it when all is well.".formatted(aside));
    }
    Files.move(next, data.catalog());
  }

  private List<FoundHead> heads(EpochKeys keys, List<Path> folders) throws IOException {
    HeadCollector collector = new HeadCollector(keys);
    for (Path path : folders) {
      try (StoreFolder folder = StoreFolder.open(path)) {
        folder.readWhole(
            StoreFolder.Whole.HEADS,
            HEAD_MAX_BYTES,
            (name, bytes) -> collector.look(folder.where(), name, bytes, false),
            (name, why) -> collector.damaged(folder.where(), name, why));
      }
    }
    HeadList list = collector.list(folders.stream().map(Path::toString).toList());
    if (!list.forks().isEmpty()) {
      throw new CommandFailure(
          MessageId.DAMAGE_FOUND,
          "two different heads have the numbers %s: the stores hold two histories. Nothing was changed; restore what you need with: kakera recover"
              .formatted(list.forks()));
    }
    return list.heads().stream()
        .sorted(Comparator.comparingLong(head -> head.head().sequence()))
        .toList();
  }

  private void takeChunks(
      CatalogRebuild rebuild, Head head, SnapshotReading reading, List<String> names)
      throws InterruptedException {
    try {
      rebuild.chunks(head.sequence(), head.index(), locator -> holder(names, locator));
      for (ChunkRef index : head.index()) {
        for (ManifestIndex.Line line : ManifestIndex.decode(reading.chunks().read(index)).lines()) {
          List<ChunkRef> refs = new ArrayList<>(List.of(line.ref()));
          refs.addAll(Segment.decode(reading.chunks().read(line.ref())).refs());
          rebuild.chunks(head.sequence(), refs, locator -> holder(names, locator));
        }
      }
    } catch (ChunkLostException e) {
      throw new CommandFailure(
          MessageId.DAMAGE_FOUND,
          "the list of snapshot %d is lost: %s. Nothing was changed; bring the missing stores back and run: kakera rebuild"
              .formatted(head.sequence(), e.getMessage()),
          e);
    }
  }

  /** The store that has an object, if one has. */
  private Optional<String> holder(List<String> names, Locator locator) {
    String hex = locator.toString();
    for (String name : names) {
      if (Files.exists(
          invocation()
              .data()
              .store(name)
              .resolve("shards")
              .resolve(hex.substring(0, 2))
              .resolve(hex))) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
