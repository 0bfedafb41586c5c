package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.cut.CutLimits;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.producer.publish.TestPublishing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackerTest {
  @TempDir Path folder;
  private LedgerHome home;
  private TestPublishing publishing;
  private final OwedShards owed = new OwedShards(Set.of());
  private final InFlight inFlight = new InFlight(64 << 20, () -> 0L);

  @BeforeEach
  void open() {
    home = new LedgerHome(folder.resolve("catalog"), 6);
    publishing = new TestPublishing(home);
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void resolvesContentsWhenThePackIsClosed() throws Exception {
    Packer packer = packer(1);
    Content first = add(packer, "first");
    Content second = add(packer, "second");
    assertThat(first.resolved()).isFalse();
    assertThat(packer.isOpen()).isTrue();

    packer.close();

    Extent.Data at = (Extent.Data) first.extents().getFirst();
    assertThat(at.offset()).isZero();
    assertThat(second.extents()).containsExactly(new Extent.Data(at.chunk(), 5, 6));
    assertThat(packer.isOpen()).isFalse();
  }

  @Test
  void putsContentsInOnce() throws Exception {
    Packer packer = packer(1);
    Content first = add(packer, "same");
    assertThat(add(packer, "same")).as("within a pack").isSameAs(first);
    packer.close();

    Content later = add(packer, "same");

    assertThat(later.extents()).as("in a later pack").isEqualTo(first.extents());
    assertThat(packer.isOpen()).isFalse();
  }

  @Test
  void findsContentsThatAnEarlierRunPacked() throws Exception {
    ChunkPublisher publisher = publishing.publisher(1, owed, inFlight);
    Packer packer = new Packer(publisher, home.catalog(), 1, owed);
    Content first = add(packer, "content");
    packer.close();
    publisher.flush();
    publishing.encodeAll(inFlight);

    Content second = add(packer(2), "content");

    assertThat(second.resolved()).isTrue();
    assertThat(second.extents()).isEqualTo(first.extents());
  }

  @Test
  void packsAgainWhatIsNotSafe() throws Exception {
    ChunkPublisher publisher = publishing.publisher(1, owed, inFlight);
    Packer packer = new Packer(publisher, home.catalog(), 1, owed);
    add(packer, "content");
    packer.close();
    publisher.flush();

    assertThat(add(packer(2), "content").resolved()).isFalse();
  }

  @Test
  void keepsAnInconsistentContentApart() throws Exception {
    Packer packer = packer(1);
    byte[] bytes = "same".getBytes(StandardCharsets.UTF_8);
    Content good = packer.add(bytes, 4, true);
    Content bad = packer.add(bytes, 4, false);
    packer.close();

    assertThat(good.consistent()).isTrue();
    assertThat(bad.consistent()).isFalse();
    assertThat(bad.resolved()).isTrue();
  }

  @Test
  void closesAPackThatIsFull() throws Exception {
    ChunkPublisher publisher = publishing.publisher(1, owed, inFlight);
    Packer packer = new Packer(publisher, home.catalog(), 1, owed);
    byte[] large = new byte[CutLimits.PACK_FILE_MAX_BYTES];
    List<Content> contents = new ArrayList<>();
    int fits = CutLimits.PACK_MAX_BYTES / CutLimits.PACK_FILE_MAX_BYTES;
    for (int number = 0; number <= fits; number++) {
      large[0] = (byte) number;
      contents.add(packer.add(large, large.length, true));
    }
    publisher.flush();

    assertThat(contents.subList(0, fits)).allMatch(Content::resolved);
    assertThat(contents.getLast().resolved()).isFalse();
    assertThat(publishing.tasks()).hasSize(1);
  }

  @Test
  void makesTheSameChunksOfTheSameFiles() throws Exception {
    List<ChunkId> first = pack(folder.resolve("one"));
    List<ChunkId> second = pack(folder.resolve("two"));

    assertThat(second).isEqualTo(first);
  }

  private static List<ChunkId> pack(Path folder) throws Exception {
    try (LedgerHome home = new LedgerHome(folder, 6)) {
      TestPublishing publishing = new TestPublishing(home);
      OwedShards owed = new OwedShards(Set.of());
      ChunkPublisher publisher = publishing.publisher(1, owed, new InFlight(64 << 20, () -> 0L));
      Packer packer = new Packer(publisher, home.catalog(), 1, owed);
      for (int number = 0; number < 40; number++) {
        add(packer, "content " + number % 30);
      }
      packer.close();
      publisher.flush();
      return publishing.tasks().stream().map(task -> task.chunk()).toList();
    }
  }

  private Packer packer(long session) {
    return new Packer(publishing.publisher(session, owed, inFlight), home.catalog(), session, owed);
  }

  private static Content add(Packer packer, String content) throws InterruptedException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return packer.add(bytes, bytes.length, true);
  }
}
