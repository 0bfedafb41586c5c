package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole program is killed at ten moments, and each time run again as it was. */
final class KilledIT {
  private static final long SLACK_BYTES = 3 << 20;

  private final SplittableRandom random = Seeds.of("KilledIT");
  private final List<String> completed = new ArrayList<>();
  private final List<Path> states = new ArrayList<>();
  private int kills;
  private Workplace workplace;
  private Kakera kakera;
  private MeshFiles files;
  private Path source;
  private KakeraProcess.Launch launch;
  private SampleTree tree;

  @BeforeEach
  void prepare() throws IOException {
    workplace = Workplace.create("killed");
    kakera = new Kakera(workplace.path("data"));
    files = new MeshFiles(kakera.data());
    source = workplace.folder("source");
    launch = KakeraProcess.Launch.of(workplace, kakera.data());
    tree = new SampleTree(source, random).build(24);
  }

  @AfterEach
  void remove() throws IOException {
    workplace.close();
  }

  @Test
  @DisplayName("I-01, I-20, I-22, I-23: ten kills lose nothing, show nothing early, leave nothing")
  void completesAfterEveryKill() throws Exception {
    Path keyring = kakera.data().resolve("keys").resolve("keyring");
    killWhen("the keys are made", () -> Files.exists(keyring));
    killAtShards(1 + random.nextInt(12));
    killAtShards(20 + random.nextInt(40));
    killAtShards(20 + random.nextInt(40));
    complete();

    addPhotos(8);
    killAtShards(1 + random.nextInt(6));
    killAtShards(10 + random.nextInt(20));
    complete();

    tree.churn();
    addPhotos(4);
    killAtShards(1 + random.nextInt(6));
    killAtShards(5 + random.nextInt(15));
    int heads = files.headCount();
    killWhen("a head is at a peer", () -> files.headCount() > heads);
    List<String> resumed = snapshots();
    killWhenStarting();
    complete();

    assertThat(kills).isEqualTo(10);
    assertThat(completed).hasSize(3);
    for (int snapshot = 0; snapshot < completed.size(); snapshot++) {
      assertThat(differences(completed.get(snapshot), states.get(snapshot))).isEmpty();
    }
    assertThat(resumed.size()).isBetween(2, 3);
    assertNothingStrays();
    kakera.run("status").exits(0);
  }

  private KakeraProcess start() throws IOException {
    return launch.start(
        "backup", source.toString(), "--words-file", workplace.path("words").toString());
  }

  private void killAtShards(int more) throws Exception {
    int wanted = files.shardCount() + more;
    killWhen("%d more shards".formatted(more), () -> files.shardCount() >= wanted);
  }

  /** In the middle of the broker's start, or of settling what was left: no state of ours says. */
  private void killWhenStarting() throws Exception {
    Path lock = kakera.data().resolve("run").resolve("home.lock");
    var before = Files.getLastModifiedTime(kakera.data().resolve("tmp"));
    killWhen(
        "its libraries are unpacked",
        () ->
            Files.exists(lock)
                && !Files.getLastModifiedTime(kakera.data().resolve("tmp")).equals(before));
  }

  private void killWhen(String moment, Deadline.State state) throws Exception {
    List<String> before = snapshots();
    Set<String> receipted = receipted();
    try (KakeraProcess program = start()) {
      Deadline.await(
          moment,
          () -> {
            if (!program.isAlive()) {
              throw new AssertionError("it ended before %s: %s".formatted(moment, program));
            }
            return state.isReached();
          },
          program::toString);
      program.kill();
    }
    kills++;
    System.out.printf("kill %d when %s: %d shard files%n", kills, moment, files.shardCount());
    assertThat(receipted()).as("receipts are never lost").containsAll(receipted);
    if (!moment.contains("head")) {
      assertThat(snapshots()).as("no snapshot before its run ended").isEqualTo(before);
    }
  }

  /** The same command once more, to its end. */
  private void complete() throws Exception {
    long receipted = CatalogRows.of(kakera.data()).receiptedBytes();
    Map<String, String> receipts = CatalogRows.of(kakera.data()).receipts();
    try (KakeraProcess program = start()) {
      Outcome outcome = program.await().exits(0);
      completed.add(outcome.snapshot());
      assertThat(outcome.bytes("Data", "new after dedup"))
          .as("what is receipted is not sent again (%d bytes are): %s", receipted, outcome)
          .isLessThan(Math.max(0, sourceBytes() - receipted) + SLACK_BYTES);
    }
    assertThat(CatalogRows.of(kakera.data()).receipts()).containsAllEntriesOf(stillThere(receipts));
    states.add(SampleTree.copy(source, workplace.path("state-" + states.size())));
    assertNothingStrays();
  }

  /** Shards of chunks that came to be needed by nothing are cleaned up; all others stay. */
  private Map<String, String> stillThere(Map<String, String> receipts) throws Exception {
    Set<String> trashed = new TreeSet<>();
    files.trash().values().forEach(trashed::addAll);
    Map<String, String> rest = new java.util.TreeMap<>(receipts);
    rest.keySet().removeIf(locator -> trashed.contains(locator.toLowerCase(java.util.Locale.ROOT)));
    return rest;
  }

  private List<String> snapshots() {
    if (!Files.exists(kakera.data().resolve("keys").resolve("keyring"))) {
      return List.of();
    }
    return kakera.run("snapshots").exits(0).out().lines().skip(1).toList();
  }

  private Set<String> receipted() throws Exception {
    if (!Files.exists(CatalogRows.of(kakera.data()).file())) {
      return Set.of();
    }
    return CatalogRows.of(kakera.data()).receipts().keySet();
  }

  private void addPhotos(int count) throws IOException {
    for (int photo = 0; photo < count; photo++) {
      Files.write(
          source.resolve("photos/more-%d-%d.jpg".formatted(completed.size(), photo)),
          Seeds.bytes(random, 1 << 20));
    }
  }

  private long sourceBytes() throws IOException {
    long bytes = 0;
    for (Path file : MeshFiles.files(source)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private List<String> differences(String snapshot, Path state) throws Exception {
    Path target = workplace.path("restored-" + snapshot);
    kakera.run("restore", snapshot, "-t", target.toString()).exits(0);
    return TreeComparison.of(state, target).differences();
  }

  /** The catalog's receipts and the files at the peers name the same shards, both ways. */
  private void assertNothingStrays() throws Exception {
    CatalogRows catalog = CatalogRows.of(kakera.data());
    assertThat(files.shards()).isEqualTo(catalog.receiptedShards());
    Map<String, Set<String>> shards = files.shards();
    Map<String, Set<String>> trash = files.trash();
    catalog
        .cleanups()
        .forEach(
            (peer, locators) -> {
              assertThat(shards.get(peer)).doesNotContainAnyElementsOf(locators);
              assertThat(trash.get(peer)).containsAll(locators);
            });
    for (String peer : files.peers()) {
      assertThat(MeshFiles.files(kakera.store(peer).resolve("tmp"))).isEmpty();
    }
  }
}
