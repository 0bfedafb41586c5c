package dev.kakera.catalog.recover;

import dev.kakera.catalog.recover.RecoveryRefusedException.Reason;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.catalog.shards.StoreFolder;
import dev.kakera.catalog.shards.StoreFolder.Whole;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import dev.kakera.posix.PosixException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Opens store folders with the recovery words: finds the key bundle, lists the heads, reads
 * snapshots. Needs nothing else (I-05, I-19). Not thread-safe.
 */
public final class Recovery implements AutoCloseable {
  private static final int WHOLE_MAX_BYTES =
      SealedHeader.PAYLOAD_MAX_BYTES + SealedHeader.OVERHEAD_BYTES;

  private final List<StoreFolder> folders;
  private final List<UnusableFolder> unusable;
  private final EpochKeys keys;
  private final SnapshotReading reading;

  /** A folder that was given and cannot be read as a store. */
  public record UnusableFolder(Path path, String why) {}

  private Recovery(List<StoreFolder> folders, List<UnusableFolder> unusable, EpochKeys keys) {
    this.folders = folders;
    this.unusable = unusable;
    this.keys = keys;
    reading = new SnapshotReading(keys, new FolderShardSource(folders), ReaderSettings.standard());
  }

  /**
   * @param paths store folders, in any order; one that is given twice counts once
   * @param words what the recovery words stand for; stays the caller's
   * @throws RecoveryRefusedException when no folder is a store, none has a key bundle, or the words
   *     open none
   * @throws IOException when a folder's bundles cannot be listed
   */
  public static Recovery open(List<Path> paths, Secret words)
      throws RecoveryRefusedException, IOException {
    List<StoreFolder> folders = new ArrayList<>();
    List<UnusableFolder> unusable = new ArrayList<>();
    boolean opened = false;
    try {
      for (Path path : distinct(paths)) {
        openFolder(path, folders, unusable);
      }
      if (folders.isEmpty()) {
        throw new RecoveryRefusedException(
            Reason.NO_STORE,
            "none of the %d folders given is a store: %s; give the folders that hold \"shards\", \"heads\" and \"bundles\""
                .formatted(paths.size(), unusable));
      }
      EpochKeys keys = openBundle(folders, words);
      Recovery recovery = new Recovery(List.copyOf(folders), List.copyOf(unusable), keys);
      opened = true;
      return recovery;
    } finally {
      if (!opened) {
        for (StoreFolder folder : folders) {
          folder.close();
        }
      }
    }
  }

  private static Set<Path> distinct(List<Path> paths) {
    Set<Path> distinct = new LinkedHashSet<>();
    for (Path path : paths) {
      try {
        distinct.add(path.toRealPath());
      } catch (IOException e) {
        distinct.add(path); // opening it will say what is wrong with it
      }
    }
    return distinct;
  }

  private static void openFolder(
      Path path, List<StoreFolder> folders, List<UnusableFolder> unusable) throws PosixException {
    StoreFolder folder;
    try {
      folder = StoreFolder.open(path);
    } catch (PosixException e) {
      unusable.add(new UnusableFolder(path, e.getMessage()));
      return;
    }
    if (folder.looksLikeStore()) {
      folders.add(folder);
    } else {
      folder.close();
      unusable.add(new UnusableFolder(path, "it has no shards, heads or bundles in it"));
    }
  }

  private static EpochKeys openBundle(List<StoreFolder> folders, Secret words)
      throws RecoveryRefusedException, PosixException {
    BundleSearch search = new BundleSearch(words);
    for (StoreFolder folder : folders) {
      folder.readWhole(Whole.BUNDLES, WHOLE_MAX_BYTES, search::look, (_, _) -> search.damaged++);
    }
    if (search.newest != null) {
      try {
        return EpochKeys.of(search.newest);
      } finally {
        search.newest.masters().forEach(Secret::close);
      }
    }
    if (search.refused > 0) {
      throw new RecoveryRefusedException(
          Reason.WRONG_WORDS,
          "these words do not open any of the %d key bundles found in %d folders: they belong to another repository, or the folders do"
              .formatted(search.refused, folders.size()));
    }
    if (search.damaged > 0) {
      throw new RecoveryRefusedException(
          Reason.DAMAGED_BUNDLES,
          "all %d key bundles found in %d folders are damaged; give more of the store folders, most have a copy"
              .formatted(search.damaged, folders.size()));
    }
    throw new RecoveryRefusedException(
        Reason.NO_BUNDLE,
        "no key bundle was found in %d folders; give more of the store folders: most peers have a copy, in \"bundles\""
            .formatted(folders.size()));
  }

  /** Tries each bundle; keeps the one with the most epochs. */
  private static final class BundleSearch {
    private final Secret words;
    private KeyBundle newest;
    private int refused;
    private int damaged;

    private BundleSearch(Secret words) {
      this.words = words;
    }

    private void look(String name, byte[] sealed) {
      try {
        KeyBundle bundle = BundleSealer.open(ObjectType.BUNDLE, sealed, words);
        if (newest == null || bundle.masters().size() > newest.masters().size()) {
          newest = bundle;
        }
      } catch (MalformedException e) {
        if (e.failure() == Failure.NOT_AUTHENTIC) {
          refused++;
        } else {
          damaged++;
        }
      }
    }
  }

  public RepoId repo() {
    return keys.repo();
  }

  /** Stay this recovery's; closed with it. */
  public EpochKeys keys() {
    return keys;
  }

  /** Folders that are read. */
  public List<String> folders() {
    return folders.stream().map(StoreFolder::where).toList();
  }

  /** Folders that were given and are not read. */
  public List<UnusableFolder> unusable() {
    return unusable;
  }

  /** Reads heads of all folders and opens them. */
  public HeadList heads() {
    HeadCollector collector = new HeadCollector(keys);
    for (StoreFolder folder : folders) {
      try {
        folder.readWhole(
            Whole.HEADS,
            WHOLE_MAX_BYTES,
            (name, bytes) -> collector.look(folder.where(), name, bytes, false),
            (name, why) -> collector.damaged(folder.where(), name, why));
        folder.readTrashedHeads(
            WHOLE_MAX_BYTES, (name, bytes) -> collector.look(folder.where(), name, bytes, true));
      } catch (PosixException e) {
        collector.damaged(folder.where(), "all", e.getMessage());
      }
    }
    return collector.list(folders());
  }

  /** How the folders that are read compare with those a snapshot was spread over. */
  public Coverage coverage(FoundHead head) {
    return new Coverage(folders.size(), head.head().geometry());
  }

  /** Lists and restores; closed with this. */
  public SnapshotReading reading() {
    return reading;
  }

  @Override
  public void close() {
    reading.close();
    keys.close();
  }
}
