package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The home is gone: the words and some store folders are all there is. */
final class RecoveryIT {
  private static final int PEERS = 6;

  private static Workplace workplace;
  private static Path source;
  private static Path stores;
  private static List<CatalogRows.Shard> shards;

  @BeforeAll
  static void keepOnlyTheStores() throws Exception {
    workplace = Workplace.create("recovery");
    source = workplace.folder("source");
    new SampleTree(source, Seeds.of("RecoveryIT")).build(5);
    Kakera kakera = new Kakera(workplace.path("data"));
    kakera
        .run("backup", source.toString(), "--words-file", workplace.path("words").toString())
        .exits(0);
    stores = SampleTree.copy(kakera.data().resolve("stores"), workplace.path("stores"));
    shards = CatalogRows.of(kakera.data()).shards();
    workplace.remove(kakera.data());
  }

  @AfterAll
  static void remove() throws Exception {
    workplace.close();
  }

  static List<List<Integer>> fours() {
    return subsets(4);
  }

  static List<List<Integer>> fives() {
    return subsets(5);
  }

  private static List<List<Integer>> subsets(int size) {
    return IntStream.range(0, 1 << PEERS)
        .filter(bits -> Integer.bitCount(bits) == size)
        .mapToObj(
            bits ->
                IntStream.rangeClosed(1, PEERS)
                    .filter(peer -> (bits >> (peer - 1) & 1) == 1)
                    .boxed()
                    .toList())
        .toList();
  }

  private static Path folder(int peer) {
    return stores.resolve("peer-" + peer);
  }

  private static Outcome recover(List<Path> folders, String... more) throws Exception {
    workplace.remove(workplace.path("target"));
    List<String> words = new ArrayList<>(List.of("recover"));
    folders.forEach(folder -> words.add("--from=" + folder));
    words.add("--words-file=" + workplace.path("words"));
    words.add("--target=" + workplace.path("target"));
    words.addAll(List.of(more));
    Kakera bare = new Kakera(workplace.path("bare"));
    Outcome outcome = bare.run(words.toArray(String[]::new));
    assertThat(bare.data()).as("a recovery needs no data folder and makes none").doesNotExist();
    return outcome;
  }

  private static List<String> differences() throws Exception {
    return TreeComparison.of(source, workplace.path("target")).differences();
  }

  @ParameterizedTest
  @MethodSource({"fours", "fives"})
  @DisplayName("I-05, I-19: any four or five of six store folders give everything back")
  void restoresFrom(List<Integer> peers) throws Exception {
    recover(peers.stream().map(RecoveryIT::folder).toList()).exits(0);
    assertThat(differences()).isEmpty();
  }

  @Test
  void listsTheSnapshotsWithoutATarget() throws Exception {
    Outcome list =
        new Kakera(workplace.path("bare"))
            .run("recover", "--from=" + receipted(), "--words-file=" + workplace.path("words"))
            .exits(0);
    assertThat(list.out()).contains("in 1 of 1 folders", source.toString());
  }

  /** A folder that has bundle and head: a quorum of peers has both at the commit, not every one. */
  private static Path receipted() throws Exception {
    for (int peer = 1; peer <= PEERS; peer++) {
      if (files(folder(peer).resolve("bundles")) && files(folder(peer).resolve("heads"))) {
        return folder(peer);
      }
    }
    throw new AssertionError("no store folder has both the key bundle and the head");
  }

  private static boolean files(Path folder) throws Exception {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.anyMatch(Files::isRegularFile);
    }
  }

  @Test
  @DisplayName("I-16: three folders are too few, and the report says by how much")
  void saysWhatThreeFoldersLack() throws Exception {
    Outcome lost = recover(List.of(folder(1), folder(3), folder(6))).exits(5);
    assertThat(lost.err())
        .contains("DAMAGE_FOUND")
        .containsPattern("chunk [0-9a-f]{64}: 3 of 4 needed shards found, 1 more needed")
        .contains("give 1 more of the 6 store folders (3 given)");
    try (Stream<Path> files = Files.walk(workplace.path("target"))) {
      assertThat(files.filter(Files::isRegularFile)).as("nothing that is not whole").isEmpty();
    }
  }

  @Test
  @DisplayName("I-16: a chunk with too few shards costs its file alone, which is named")
  void namesTheFileThatIsLost() throws Exception {
    Path weakened = SampleTree.copy(folder(1), workplace.path("weakened"));
    CatalogRows.Shard gone = largest();
    Files.delete(shardFile(weakened, gone));
    List<Path> folders = new ArrayList<>(List.of(weakened));
    // Only four folders, and one of them lacks a shard: three are left of that chunk.
    for (int peer = 2; folders.size() < 4; peer++) {
      folders.add(folder(peer));
    }
    Outcome lost = recover(folders).exits(5);
    assertThat(lost.err())
        .contains("kakera: lost: ", gone.chunk(), "3 of 4 needed shards found, 1 more needed");
    List<String> differences = differences();
    assertThat(differences).isNotEmpty();
    for (String difference : differences) {
      String path = difference.substring(0, difference.indexOf(':'));
      assertThat(difference).endsWith(": missing");
      assertThat(lost.err()).contains("kakera: lost: " + path + ": ");
    }
  }

  @Test
  @DisplayName("I-16: damaged, swapped and truncated shards are named and passed over")
  void passesOverBadShards() throws Exception {
    List<Path> folders = new ArrayList<>();
    for (int peer = 1; peer <= PEERS - 1; peer++) {
      folders.add(SampleTree.copy(folder(peer), workplace.path("bad-" + peer)));
    }
    // One bad shard for each of four chunks, each a data shard, so that it is asked for first.
    List<CatalogRows.Shard> chosen =
        shards.stream()
            .filter(shard -> shard.place() == 0 && !shard.peer().equals("peer-" + PEERS))
            .limit(4)
            .toList();
    assertThat(chosen).hasSize(4);
    List<Path> files = chosen.stream().map(shard -> shardFile(folders, shard)).toList();
    byte[] damaged = Files.readAllBytes(files.get(0));
    damaged[damaged.length / 2] ^= 1;
    Files.write(files.get(0), damaged);
    byte[] truncated = Files.readAllBytes(files.get(1));
    Files.write(files.get(1), java.util.Arrays.copyOf(truncated, truncated.length - 1));
    byte[] one = Files.readAllBytes(files.get(2));
    Files.write(files.get(2), Files.readAllBytes(files.get(3)));
    Files.write(files.get(3), one);
    Outcome outcome = recover(folders).exits(0);
    assertThat(differences()).isEmpty();
    long found =
        outcome
            .err()
            .lines()
            .filter(line -> line.startsWith("Shards") && line.contains("DAMAGED"))
            .mapToLong(line -> Long.parseLong(line.replaceAll(".*DAMAGED=(\\d+).*", "$1")))
            .sum();
    assertThat(found).as(outcome.err()).isEqualTo(4);
    for (CatalogRows.Shard shard : chosen) {
      assertThat(outcome.err()).contains("bad-" + shard.peer().substring("peer-".length()));
    }
  }

  @Test
  void passesOverAFolderThatIsNoStore() throws Exception {
    List<Path> folders =
        List.of(folder(1), folder(2), workplace.folder("no-store"), folder(5), folder(6));
    Outcome outcome = recover(folders).exits(0);
    assertThat(outcome.err()).contains("passed over: " + workplace.path("no-store"));
    assertThat(differences()).isEmpty();
  }

  /** A shard at peer 1 of a chunk that is a photo's alone: by its size it is no list of files. */
  private static CatalogRows.Shard largest() {
    return shards.stream()
        .filter(shard -> shard.peer().equals("peer-1"))
        .max(java.util.Comparator.comparingLong(CatalogRows.Shard::chunkBytes))
        .orElseThrow();
  }

  private static Path shardFile(List<Path> folders, CatalogRows.Shard shard) {
    return shardFile(
        folders.get(Integer.parseInt(shard.peer().substring("peer-".length())) - 1), shard);
  }

  private static Path shardFile(Path folder, CatalogRows.Shard shard) {
    return folder
        .resolve("shards")
        .resolve(shard.locator().substring(0, 2))
        .resolve(shard.locator());
  }
}
