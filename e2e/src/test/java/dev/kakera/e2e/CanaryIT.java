package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        List<String> words = HomeSecrets.words(program.soFar().err());
        assertNowhere(data, HomeSecrets.of(data.resolve("keys"), words));
        assertArguments(program.pid(), HomeSecrets.of(data.resolve("keys"), words));
        assertThat(Files.size(data.resolve("log").resolve("kakera.log"))).isPositive();
        program.thaw();
        outcome = program.await().exits(0);
      }
      List<String> words = HomeSecrets.words(outcome.err());
      Canaries secrets = HomeSecrets.of(data.resolve("keys"), words);
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
    assertThat(HomeSecrets.runs(words).in("what was printed", outcome.all())).isEmpty();
  }
}
