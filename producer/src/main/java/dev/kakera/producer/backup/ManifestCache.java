package dev.kakera.producer.backup;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.MalformedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The home's own copies of manifest chunks, sealed: what the next scan is compared with. A copy
 * that is missing or damaged only costs a fetch, so nothing here is synced. Confined to one thread.
 */
public final class ManifestCache {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestCache.class);
  private static final byte[] LABEL = "cache".getBytes(StandardCharsets.US_ASCII);

  private final Path folder;
  private final RepositoryKeys keys;
  private final Sealer sealer;
  private final KeyedHash locatorHash;

  public ManifestCache(Path folder, RepositoryKeys keys) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.keys = keys;
    this.sealer = new Sealer(keys.keys());
    this.locatorHash = keys.keys().hash(KeyPurpose.LOCATOR);
  }

  public Optional<byte[]> get(ChunkId chunk) throws IOException {
    byte[] sealed;
    try {
      sealed = Files.readAllBytes(file(chunk));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      byte[] payload = sealer.openWhole(ObjectType.CACHE, sealed);
      Locator found = SealedHeader.read(sealed, 0, sealed.length).locator();
      if (found.equals(locator(chunk))) {
        return Optional.of(payload);
      }
      LOG.warn("the manifest copy {} is that of another and will be fetched again", chunk);
    } catch (MalformedException e) {
      LOG.warn(
          "the manifest copy {} is damaged and will be fetched again: {}", chunk, e.getMessage());
    }
    Files.delete(file(chunk)); // or the one that is fetched would not be kept
    return Optional.empty();
  }

  public void put(ChunkId chunk, byte[] plain) throws IOException {
    Path file = file(chunk);
    if (Files.exists(file)) {
      return;
    }
    SealedHeader header =
        SealedHeader.whole(
            ObjectType.CACHE, keys.repo(), keys.epoch(), plain.length, locator(chunk));
    Path temp = folder.resolve(file.getFileName() + ".tmp");
    Files.write(temp, sealer.sealWhole(header, plain));
    Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The manifest chunks of a snapshot, as far as their index is kept here. */
  public Set<ChunkId> chunksOf(Head head) throws IOException {
    Set<ChunkId> chunks = new HashSet<>();
    for (ChunkRef index : head.index()) {
      Optional<byte[]> kept = get(index.chunk());
      if (kept.isPresent()) {
        chunks.add(index.chunk());
        ManifestIndex.decode(kept.get()).lines().forEach(line -> chunks.add(line.ref().chunk()));
      }
    }
    return chunks;
  }

  /** Deletes every copy but those of {@code needed}. */
  public void keepOnly(Set<ChunkId> needed) throws IOException {
    Set<String> names = new HashSet<>();
    needed.forEach(chunk -> names.add(chunk.toString()));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!names.contains(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
  }

  private Path file(ChunkId chunk) {
    return folder.resolve(chunk.toString());
  }

  private Locator locator(ChunkId chunk) {
    return new Locator(locatorHash.update(LABEL).update(chunk.toBytes()).finish());
  }
}
