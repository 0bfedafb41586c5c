package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Secrets are planted, and looked for in every byte that the program leaves anywhere. */
final class CanaryIT {
  private static final int PHOTOS = 16;
  private static final int SHARDS_IN_THE_MIDDLE = 20;

  private final SplittableRandom random = Seeds.of("CanaryIT");
  private final Canaries contents = new Canaries();
  private final Canaries names = new Canaries();

  @Test
  @DisplayName(
      "I-31: no content, name, key or recovery word is in topics, stores, logs or arguments")
  void leavesNoSecretAnywhere() throws Exception {
    try (Workplace workplace = Workplace.create("canary")) {
      Path source = workplace.folder("source");
      plant(source);
      Path data = workplace.path("data");
      KakeraProcess.Launch launch = KakeraProcess.Launch.of(workplace, data);
      Outcome outcome;
      try (KakeraProcess program = launch.start("backup", source.toString())) {
        MeshFiles files = new MeshFiles(data);
        Deadline.await(
            "shards are stored",
            () -> files.shardCount() >= SHARDS_IN_THE_MIDDLE || !program.isAlive(),
            program::toString);
        program.freeze();
        List<String> words = words(program.soFar().err());
        assertNowhere(data, canaries(data, words));
        assertArguments(program.pid(), canaries(data, words));
        assertThat(Files.size(data.resolve("log").resolve("kakera.log"))).isPositive();
        program.thaw();
        outcome = program.await().exits(0);
      }
      List<String> words = words(outcome.err());
      Canaries secrets = canaries(data, words);
      assertNowhere(data, secrets);
      assertShownOnce(outcome, words);

      churn(source);
      Outcome second = launch.run("backup", source.toString()).exits(0);
      Path target = workplace.path("restored");
      Outcome restored = launch.run("restore", "latest", "-t", target.toString()).exits(0);
      assertThat(TreeComparison.of(source, target).without(special(source)).differences())
          .isEmpty();
      assertNowhere(data, secrets);
      for (Outcome later : List.of(second, restored)) {
        assertThat(secrets.in("what was printed", later.all())).isEmpty();
        assertThat(contents.in("what was printed", later.all())).isEmpty();
      }
    }
  }

  /** The scan itself is tried first: it must find what is there. */
  @Test
  void findsWhatIsPlanted() throws Exception {
    try (Workplace workplace = Workplace.create("canary-trial")) {
      byte[] secret = Seeds.bytes(random, 32);
      Canaries canaries = new Canaries().addKey("key", secret).add("word run", "alpha beta gamma");
      Path file = workplace.folder("folder").resolve("segment");
      byte[] large = Seeds.bytes(random, (8 << 20) + 500);
      System.arraycopy(secret, 0, large, (8 << 20) - 7, secret.length);
      Files.write(file, large);
      Files.writeString(
          workplace.path("folder/log"),
          "x" + HexFormat.of().formatHex(secret) + " alpha beta gamma");
      assertThat(canaries.below(workplace.path("folder"), List.of()))
          .hasSize(3)
          .anyMatch(found -> found.startsWith("key at byte"))
          .anyMatch(found -> found.startsWith("key in hex"))
          .anyMatch(found -> found.startsWith("word run"));
    }
  }

  private void plant(Path source) throws IOException {
    Path folder = Files.createDirectories(source.resolve(name("folder")));
    for (int photo = 0; photo < PHOTOS; photo++) {
      byte[] bytes = Seeds.bytes(random, 700_000);
      contents.add("content of photo " + photo, java.util.Arrays.copyOfRange(bytes, 9000, 9032));
      Files.write(folder.resolve(name("photo")), bytes);
    }
    for (int note = 0; note < 20; note++) {
      String text = "canary " + hex();
      contents.add("content of note " + note, text);
      Files.writeString(folder.resolve(name("note")), (text + "\n").repeat(1 + note));
    }
    String large = "canary " + hex();
    contents.add("content of the large note", large);
    Files.writeString(folder.resolve(name("large")), (large + "\n").repeat(50_000));
    Files.createSymbolicLink(folder.resolve(name("link")), Path.of(name("target")));
    try (TreeBuilder builder = TreeBuilder.in(folder, random)) {
      builder.fifo(name("fifo"));
    }
  }

  private void churn(Path source) throws IOException {
    String text = "canary " + hex();
    contents.add("content that came later", text);
    Files.writeString(source.resolve(name("later")), text);
  }

  private static List<String> special(Path source) throws IOException {
    try (var files = Files.walk(source)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("fifo"))
          .map(file -> source.relativize(file).toString())
          .toList();
    }
  }

  private String hex() {
    return HexFormat.of().formatHex(Seeds.bytes(random, 12));
  }

  private String name(String kind) {
    String name = kind + "-" + hex();
    names.add("name of a " + kind, name);
    return name;
  }

  private void assertNowhere(Path data, Canaries secrets) throws IOException {
    List<Path> keys = List.of(data.resolve("keys"));
    assertThat(contents.below(data, keys)).isEmpty();
    assertThat(names.below(data, keys)).isEmpty();
    assertThat(secrets.below(data, keys)).isEmpty();
  }

  private void assertArguments(long pid, Canaries secrets) throws IOException {
    for (String file : List.of("cmdline", "environ")) {
      Path path = Path.of("/proc", Long.toString(pid), file);
      assertThat(secrets.in(path)).isEmpty();
      assertThat(contents.in(path)).isEmpty();
      assertThat(names.in(path)).isEmpty();
    }
  }

  private void assertShownOnce(Outcome outcome, List<String> words) {
    assertThat(contents.in("what was printed", outcome.all())).isEmpty();
    Matcher shown = Pattern.compile("(?m)^ *\\d+\\. ").matcher(outcome.err());
    assertThat(shown.results().count()).as("lines of words").isEqualTo(words.size() / 4);
    assertThat(runs(words).in("what was printed", outcome.all())).isEmpty();
  }

  /** The words from their one showing: four in a line, numbered. */
  private static List<String> words(String err) {
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("\\b(\\d+)\\. ([a-z]+)").matcher(err);
    while (word.find()) {
      assertThat(Integer.parseInt(word.group(1))).isEqualTo(words.size() + 1);
      words.add(word.group(2));
    }
    assertThat(words).as(err).hasSize(RecoveryWords.COUNT);
    return words;
  }

  private static Canaries runs(List<String> words) {
    Canaries runs = new Canaries();
    for (int start = 0; start + 3 <= words.size(); start++) {
      for (String between : List.of(" ", "\n", ", ", ",", "\",\"")) {
        runs.add(
            "recovery words from " + (start + 1),
            String.join(between, words.subList(start, start + 3)));
      }
    }
    return runs;
  }

  private static Canaries canaries(Path data, List<String> words) throws IOException {
    Canaries canaries = runs(words);
    try (Secret entropy = RecoveryWords.decode(String.join(" ", words))) {
      canaries.addKey("the recovery secret", entropy.toBytes());
    }
    Path keys = data.resolve("keys");
    canaries.addKey("the key file", Files.readAllBytes(keys.resolve("home.key")));
    try (Secret home = Secret.copyOf(Files.readAllBytes(keys.resolve("home.key")))) {
      KeyBundle bundle =
          BundleSealer.open(ObjectType.KEYRING, Files.readAllBytes(keys.resolve("keyring")), home);
      for (Secret master : bundle.masters()) {
        canaries.addKey("a master key", master.toBytes());
        master.close();
      }
    }
    try (RepositoryKeys opened = new KeyFolder(keys).open()) {
      for (KeyPurpose purpose : KeyPurpose.values()) {
        try (Secret derived = opened.keys().secret(purpose)) {
          canaries.addKey("the key for " + purpose, derived.toBytes());
        }
      }
    }
    for (Path spool : MeshFiles.files(keys.resolve("spool"))) {
      canaries.addKey("a spool key", Files.readAllBytes(spool));
    }
    return canaries;
  }
}
