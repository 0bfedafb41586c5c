package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.producer.ledger.LedgerHome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCacheTest {
  private static final ChunkId ONE = new ChunkId(new Digest(1, 1, 1, 1));
  private static final ChunkId TWO = new ChunkId(new Digest(2, 2, 2, 2));
  private static final byte[] LIST =
      "names of files".repeat(20).getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;
  private ManifestCache cache;

  @BeforeEach
  void open() throws Exception {
    cache = new ManifestCache(folder, LedgerHome.keys(7));
  }

  @Test
  void givesBackWhatItKeeps() throws Exception {
    cache.put(ONE, LIST);

    assertThat(cache.get(ONE)).contains(LIST);
    assertThat(cache.get(TWO)).isEmpty();
  }

  @Test
  void keepsNothingReadable() throws Exception {
    cache.put(ONE, LIST);

    assertThat(new String(Files.readAllBytes(file(ONE)), StandardCharsets.ISO_8859_1))
        .doesNotContain("names");
  }

  @Test
  void dropsADamagedCopySoThatTheFetchedOneIsKept() throws Exception {
    cache.put(ONE, LIST);
    byte[] bytes = Files.readAllBytes(file(ONE));
    bytes[bytes.length / 2] ^= 1;
    Files.write(file(ONE), bytes);

    assertThat(cache.get(ONE)).isEmpty();
    cache.put(ONE, LIST);

    assertThat(cache.get(ONE)).contains(LIST);
  }

  @Test
  void dropsACopyThatAPowerCutLeftEmpty() throws Exception {
    Files.createFile(file(ONE));

    assertThat(cache.get(ONE)).isEmpty();
    assertThat(file(ONE)).doesNotExist();
  }

  @Test
  void refusesTheCopyOfAnotherChunk() throws Exception {
    cache.put(ONE, LIST);
    Files.copy(file(ONE), file(TWO));

    assertThat(cache.get(TWO)).isEmpty();
    assertThat(cache.get(ONE)).contains(LIST);
  }

  @Test
  void refusesACopyUnderOtherKeys() throws Exception {
    cache.put(ONE, LIST);
    try (RepositoryKeys other = LedgerHome.keys(8)) {
      assertThat(new ManifestCache(folder, other).get(ONE)).isEmpty();
    }
  }

  @Test
  void deletesWhatIsNotNeeded() throws Exception {
    cache.put(ONE, LIST);
    cache.put(TWO, LIST);
    Files.createFile(folder.resolve("left-over.tmp"));

    cache.keepOnly(Set.of(TWO));

    assertThat(cache.get(TWO)).isPresent();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file(TWO));
    }
  }

  private Path file(ChunkId chunk) {
    return folder.resolve(chunk.toString());
  }
}
