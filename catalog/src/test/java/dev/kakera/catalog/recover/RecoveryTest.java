package dev.kakera.catalog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.catalog.fixture.Entries;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.recover.RecoveryRefusedException.Reason;
import dev.kakera.catalog.restore.LostEntry;
import dev.kakera.catalog.restore.RestoreOptions;
import dev.kakera.catalog.restore.RestorePlan;
import dev.kakera.catalog.restore.RestoreResult;
import dev.kakera.catalog.restore.Restorer;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.FindingKind;
import dev.kakera.core.key.Secret;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private TestFolder folder;
  private SnapshotFixture fixture;
  private ChunkRef content;
  private Path target;

  @BeforeEach
  void make() throws IOException {
    folder = new TestFolder();
    fixture = SnapshotFixture.standard(folder.resolve("stores"));
    content = fixture.put("content".getBytes(StandardCharsets.UTF_8));
    target = folder.resolve("target");
  }

  @AfterEach
  void remove() throws IOException {
    fixture.close();
    folder.close();
  }

  private HeadSealer.Sealed snapshot(String name) throws IOException {
    return fixture.snapshot(List.of(Entries.root(), Entries.file(1, name, content.chunk(), 7)));
  }

  private RestoreResult restore(Recovery recovery, FoundHead head) throws Exception {
    Restorer restorer = recovery.reading().restorer();
    RestorePlan plan =
        restorer.plan(head.head(), EntryPath.ROOT, target, RestoreOptions.standard());
    return restorer.restore(plan);
  }

  @Test
  @DisplayName("I-19: words and four folders give the newest snapshot, and where its head was seen")
  void recoversTheNewestSnapshot() throws Exception {
    snapshot("first");
    HeadSealer.Sealed second = snapshot("second");
    Files.delete(fixture.headFile(3, second));
    List<Path> four = fixture.folders().subList(1, 5);
    try (Recovery recovery = Recovery.open(four, fixture.words())) {
      HeadList heads = recovery.heads();
      assertThat(recovery.repo()).isEqualTo(fixture.bundle().repo());
      assertThat(heads.heads()).extracting(head -> head.head().sequence()).containsExactly(2L, 1L);
      assertThat(heads.folders()).hasSize(4);
      assertThat(heads.newest().orElseThrow().folders())
          .containsExactly(four.get(0).toString(), four.get(1).toString(), four.get(3).toString());
      assertThat(heads.heads().getLast().folders()).hasSize(4);
      assertThat(recovery.coverage(heads.heads().getFirst()).isPartial()).isTrue();

      assertThat(restore(recovery, heads.choose("latest")).isComplete()).isTrue();
      assertThat(target.resolve("second")).hasContent("content");
    }
  }

  @Test
  @DisplayName("I-16: three of six folders are refused with what is lost and how many are needed")
  void saysHowManyFoldersAreMissing() throws Exception {
    HeadSealer.Sealed sealed = snapshot("file");
    List<Path> three = fixture.folders().subList(0, 3);
    try (Recovery recovery = Recovery.open(three, fixture.words())) {
      FoundHead head = recovery.heads().choose(sealed.snapshot().toString().substring(0, 8));
      RestoreResult result = restore(recovery, head);
      assertThat(result.isComplete()).isFalse();
      assertThat(result.files()).isZero();
      ManifestItem.Gap gap = result.gaps().getFirst();
      ChunkLostException lost = gap.lost().orElseThrow();
      assertThat(lost.ref()).isEqualTo(sealed.head().index().getFirst());
      assertThat(lost.have()).isEqualTo(3);
      assertThat(recovery.coverage(head).advice(lost))
          .isEqualTo("3 of 4 needed shards found; give 1 more of the 6 store folders (3 given)");
      assertThat(head.head().totals().files()).isEqualTo(1);
      assertThat(result.findings().count(FindingKind.MISSING)).isEqualTo(3);
      assertThat(result.findings().kept().getFirst().where()).isEqualTo("3 folders");
    }
  }

  @Test
  @DisplayName("I-16: a file that is short of shards names its chunk, how many and where")
  void namesFilesThatAreLost() throws Exception {
    HeadSealer.Sealed sealed = snapshot("file");
    Files.delete(fixture.shardFile(content, 4));
    byte[] damaged = Files.readAllBytes(fixture.shardFile(content, 5));
    damaged[150] ^= 4;
    Files.write(fixture.shardFile(content, 5), damaged);
    Files.write(fixture.shardFile(content, 0), new byte[3]);
    try (Recovery recovery = Recovery.open(fixture.folders(), fixture.words())) {
      FoundHead head = recovery.heads().choose("latest");
      assertThat(head.snapshot()).isEqualTo(sealed.snapshot());
      LostEntry lost = restore(recovery, head).lost().getFirst();
      assertThat(lost.path()).hasToString("file");
      ChunkLostException chunk = lost.chunk().orElseThrow();
      assertThat(chunk.findings())
          .extracting(f -> f.index() + " " + f.kind() + " " + f.where())
          .containsExactlyInAnyOrder(
              "4 MISSING 6 folders",
              "5 DAMAGED " + fixture.folders().get(fixture.folderOf(content, 5)),
              "0 DAMAGED " + fixture.folders().get(fixture.folderOf(content, 0)));
      assertThat(recovery.coverage(head).advice(chunk))
          .isEqualTo(
              "3 of 4 needed shards found; all 6 store folders were given, so 3 of its shards are"
                  + " gone or damaged at every place");
    }
  }

  @Test
  void tellsWrongWordsFromNoBundle() throws Exception {
    snapshot("file");
    try (Secret wrong = Secret.copyOf(new byte[Secret.BYTES])) {
      assertThatThrownBy(() -> Recovery.open(fixture.folders(), wrong))
          .isInstanceOfSatisfying(
              RecoveryRefusedException.class,
              refused -> assertThat(refused.reason()).isEqualTo(Reason.WRONG_WORDS))
          .hasMessageContaining("6 key bundles found in 6 folders");
    }
    for (Path store : fixture.folders()) {
      try (var bundles = Files.list(store.resolve("bundles"))) {
        for (Path bundle : bundles.toList()) {
          Files.write(bundle, new byte[10]);
        }
      }
    }
    assertRefused(Reason.DAMAGED_BUNDLES);
    for (Path store : fixture.folders()) {
      try (var bundles = Files.list(store.resolve("bundles"))) {
        for (Path bundle : bundles.toList()) {
          Files.delete(bundle);
        }
      }
    }
    assertRefused(Reason.NO_BUNDLE);
    assertThatThrownBy(
            () -> Recovery.open(List.of(folder.path(), folder.resolve("nowhere")), fixture.words()))
        .isInstanceOfSatisfying(
            RecoveryRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reason.NO_STORE))
        .hasMessageContaining("nowhere");
  }

  private void assertRefused(Reason reason) {
    assertThatThrownBy(() -> Recovery.open(fixture.folders(), fixture.words()))
        .isInstanceOfSatisfying(
            RecoveryRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  @Test
  void countsAFolderOnceAndNamesWhatIsNone() throws Exception {
    snapshot("file");
    Path link = Files.createSymbolicLink(folder.resolve("again"), fixture.folders().get(0));
    List<Path> paths =
        List.of(fixture.folders().get(0), link, folder.resolve("nowhere"), folder.path());
    try (Recovery recovery = Recovery.open(paths, fixture.words())) {
      assertThat(recovery.folders()).hasSize(1);
      assertThat(recovery.unusable())
          .extracting(Recovery.UnusableFolder::path)
          .containsExactly(folder.resolve("nowhere"), folder.path());
    }
  }

  @Test
  @DisplayName("T15: one good copy of a head is enough, and bad ones are named")
  void passesOverDamagedHeads() throws Exception {
    HeadSealer.Sealed head = snapshot("file");
    for (int number = 0; number < 5; number++) {
      byte[] sealed = Files.readAllBytes(fixture.headFile(number, head));
      sealed[sealed.length - 1 - number] ^= 1;
      Files.write(fixture.headFile(number, head), sealed);
    }
    try (Recovery recovery = Recovery.open(fixture.folders(), fixture.words())) {
      HeadList heads = recovery.heads();
      assertThat(heads.newest().orElseThrow().folders())
          .containsExactly(fixture.folders().get(5).toString());
      assertThat(heads.damaged())
          .extracting(HeadList.DamagedHead::folder)
          .containsExactlyElementsOf(
              fixture.folders().subList(0, 5).stream().map(Path::toString).toList());
    }
  }

  @Test
  void passesOverOtherRepositories() throws Exception {
    snapshot("mine");
    try (SnapshotFixture other =
        new SnapshotFixture(folder.resolve("stores"), SnapshotFixture.FOUR_PLUS_TWO, 6, 50)) {
      ChunkRef chunk = other.put("other".getBytes(StandardCharsets.UTF_8));
      other.snapshot(List.of(Entries.root(), Entries.file(1, "theirs", chunk.chunk(), 5)));
      try (Recovery recovery = Recovery.open(fixture.folders(), fixture.words())) {
        HeadList heads = recovery.heads();
        assertThat(heads.heads()).hasSize(1);
        assertThat(heads.foreign()).isEqualTo(6);
        assertThat(heads.damaged()).isEmpty();
        assertThat(restore(recovery, heads.choose("latest")).isComplete()).isTrue();
      }
      try (Recovery recovery = Recovery.open(fixture.folders(), other.words())) {
        assertThat(recovery.repo()).isEqualTo(other.bundle().repo());
      }
    }
  }

  @Test
  @DisplayName("T12: what was deleted and is held back is still recovered, and marked")
  void recoversWhatIsHeldBack() throws Exception {
    HeadSealer.Sealed head = snapshot("file");
    for (Path store : fixture.folders()) {
      Path trash = Files.createDirectories(store.resolve("trash"));
      try (var objects = Files.walk(store)) {
        for (Path object : objects.filter(Files::isRegularFile).toList()) {
          if (!object.startsWith(store.resolve("bundles"))) {
            Files.move(object, trash.resolve(object.getFileName()));
          }
        }
      }
    }
    try (Recovery recovery = Recovery.open(fixture.folders(), fixture.words())) {
      HeadList heads = recovery.heads();
      assertThat(heads.newest()).isEmpty();
      FoundHead found = heads.choose(head.snapshot().toString());
      assertThat(found.deleted()).isTrue();
      assertThat(restore(recovery, found).isComplete()).isTrue();
      assertThat(target.resolve("file")).hasContent("content");
    }
  }

  @Test
  void asksForMoreDigitsWhenSeveralSnapshotsAreMeant() throws Exception {
    for (int number = 0; number < 20; number++) {
      snapshot("file" + number);
    }
    try (Recovery recovery = Recovery.open(fixture.folders(), fixture.words())) {
      HeadList heads = recovery.heads();
      String common =
          heads.heads().stream()
              .map(head -> head.snapshot().toString().substring(0, 1))
              .filter(
                  digit ->
                      heads.heads().stream()
                              .filter(h -> h.snapshot().toString().startsWith(digit))
                              .count()
                          > 1)
              .findFirst()
              .orElseThrow();
      assertThatThrownBy(() -> heads.choose(common)).hasMessageContaining("give more digits");
      assertThatThrownBy(() -> heads.choose("zz")).hasMessageContaining("was not found");
      FoundHead third = heads.heads().get(2);
      assertThat(heads.choose(third.snapshot().toString().substring(0, 16))).isEqualTo(third);
    }
  }
}
