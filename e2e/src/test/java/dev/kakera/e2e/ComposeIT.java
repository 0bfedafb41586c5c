package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.posix.EffectiveUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The README's commands for a home server, in containers. {@link Engine} says when it is skipped.
 */
final class ComposeIT {
  private static final int ORDINARY_USER = 1000;
  private static final int PEERS = 6;
  private static final int PHOTOS = 60;
  private static final int SHARDS_IN_THE_MIDDLE = 6;

  /** Signed by a store for each backup beside its shards, and once for the key bundle. */
  private static final int HEADS_AND_BUNDLE = 2;

  private final SplittableRandom random = Seeds.of("ComposeIT");
  private Workplace workplace;
  private Compose compose;
  private Path source;
  private Path restored;
  private SampleTree tree;
  private Canaries contents;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("compose");
    source = workplace.folder("source");
    restored = workplace.folder("restored");
    int user = EffectiveUser.isRoot() ? ORDINARY_USER : id("-u");
    int group = EffectiveUser.isRoot() ? ORDINARY_USER : id("-g");
    Path environment = workplace.path("env");
    Files.writeString(
        environment,
        Files.readString(Compose.ROOT.resolve(".env.example"))
            .replaceFirst("(?m)^SOURCE_DIR=.*$", "SOURCE_DIR=" + source)
            .replaceFirst("(?m)^RESTORE_DIR=.*$", "RESTORE_DIR=" + restored)
            .replaceFirst("(?m)^PUID=.*$", "PUID=" + user)
            .replaceFirst("(?m)^PGID=.*$", "PGID=" + group));
    Engine.skipWhenUnwanted();
    Optional<Compose> found =
        Compose.find(
            "kakera-it-" + ProcessHandle.current().pid(), environment, workplace.folder("logs"));
    Engine.require("a container engine, with compose", found.isPresent());
    compose = found.orElseThrow();
    tree = new SampleTree(source, random).build(PHOTOS);
    contents = new Canaries();
    String canary = "canary " + HexFormat.of().formatHex(Seeds.bytes(random, 12));
    contents.add("what a file holds", canary).add("name of a file", canary + " as a name");
    Files.writeString(source.resolve("notes").resolve(canary + " as a name"), canary);
    own(source);
    own(restored);
  }

  @AfterEach
  void remove() throws Exception {
    if (compose != null) {
      compose.close();
    }
    workplace.close();
  }

  @Test
  @DisplayName(
      "I-09, I-31: in containers, a backup outlives workers that come and go and the crash of any role, down keeps all, and no secret is where all can look")
  void worksAsTheReadmeSays() throws Exception {
    compose.run("build", "home").exits(0);
    compose.run("up", "--detach").exits(0);
    assertThat(compose.kakera("backup").exits(10).err())
        .contains("docker compose exec home kakera init")
        .doesNotContain("DIR");
    List<String> words = HomeSecrets.words(compose.kakera("init").exits(0).err());
    containersAreHeld();
    awaitHome();

    backUpWhileWorkersComeAndGo();
    restoresEqual("first");

    backUpThroughCrashes();
    restoresEqual("second");

    crashOfTheHomeIsMendedByTheSameCommand();
    noSecretIsWhereAllCanLook(words);
    String before = compose.kakera("snapshots").exits(0).out();
    compose.run("down").exits(0);
    compose.run("up", "--detach").exits(0);
    awaitHome();
    assertThat(compose.kakera("snapshots").exits(0).out()).isEqualTo(before);
    restoresEqual("third");
    compose.kakera("backup").exits(0);
    noSecretIsWhereAllCanLook(words);
  }

  /** 1, 2, 4, then 1 again: nothing is lost, and no shard is receipted twice. */
  private void backUpWhileWorkersComeAndGo() throws Exception {
    Compose.Running backup = compose.startKakera("backup");
    int middle = 0;
    for (int workers : List.of(2, 4, 1)) {
      middle += SHARDS_IN_THE_MIDDLE;
      awaitShards(backup, middle);
      compose
          .run("up", "--detach", "--no-recreate", "--scale", "encoder-worker=" + workers)
          .exits(0);
      assertThat(compose.containers("encoder-worker")).hasSize(workers);
    }
    backup.await().exits(0);
    String status = compose.kakera("status", "--json").exits(0).out();
    long receipts = 0;
    for (long signed : numbers("receipts", status)) {
      receipts += signed - HEADS_AND_BUNDLE;
    }
    assertThat(List.of(receipts)).as(status).isEqualTo(numbers("shards", status));
    assertThat(numbers("shards_owed", status)).as(status).containsExactly(0L);
    assertThat(numbers("cleanups_open", status)).as(status).containsExactly(0L);
  }

  private static List<Long> numbers(String field, String json) {
    return Pattern.compile("\"" + field + "\": ?([0-9]+)")
        .matcher(json)
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  /** While a backup runs, an encoder, a store and the broker crash. */
  private void backUpThroughCrashes() throws Exception {
    grow("second");
    int middle = shardsAtAStore();
    Compose.Running backup = compose.startKakera("backup");
    for (String service : List.of("encoder-worker", "store-2", "kafka")) {
      middle += SHARDS_IN_THE_MIDDLE;
      awaitShards(backup, middle);
      compose.crash(compose.containers(service).getFirst());
    }
    Outcome outcome = backup.await();
    if (outcome.exitCode() != 0) {
      // Where the broker's start takes longer than a record is tried, the run says so and ends.
      assertThat(outcome.err()).contains("[PIPELINE_STALLED]");
      compose.kakera("backup").exits(0);
    }
  }

  private void crashOfTheHomeIsMendedByTheSameCommand() throws Exception {
    grow("third");
    int before = shardsAtAStore();
    Compose.Running doomed = compose.startKakera("backup");
    awaitShards(doomed, before + SHARDS_IN_THE_MIDDLE);
    compose.crash(compose.containers("home").getFirst());
    assertThat(doomed.await().exitCode()).isNotZero();
    awaitHome();
    compose.kakera("backup").exits(0);
  }

  private void grow(String name) throws Exception {
    tree.churn();
    new SampleTree(source.resolve(name), random).build(PHOTOS / 2);
    own(source);
  }

  /** Limits, user and root file system as the engine has them. */
  private void containersAreHeld() throws Exception {
    List<String> services = new ArrayList<>(List.of("kafka", "home", "encoder-worker"));
    for (int peer = 1; peer <= PEERS; peer++) {
      services.add("store-" + peer);
    }
    for (String service : services) {
      String held =
          compose.docker(
              "inspect",
              "--format",
              "{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.ReadonlyRootfs}}"
                  + " {{.HostConfig.RestartPolicy.Name}} {{.HostConfig.CapDrop}} {{.HostConfig.Privileged}}",
              compose.containers(service).getFirst());
      assertThat(held)
          .as(service)
          .matches("[1-9][0-9]* [1-9][0-9]* true unless-stopped \\[ALL] false");
      assertThat(compose.shell(service, "id -u")).as(service).isNotEqualTo("0");
      assertThat(compose.shell(service, "touch /written 2>/dev/null || echo refused"))
          .as(service)
          .isEqualTo("refused");
    }
    assertThat(compose.shell("store-1", "ls -R /data /introductions /store"))
        .doesNotContain("keyring")
        .doesNotContain("home.key");
    assertThat(compose.shell("encoder-worker", "touch /data/keys/x 2>/dev/null || echo refused"))
        .isEqualTo("refused");
    assertThat(compose.shell("home", "touch /source/x 2>/dev/null || echo refused"))
        .isEqualTo("refused");
  }

  private void noSecretIsWhereAllCanLook(List<String> words) throws Exception {
    Path keys = workplace.folder("looked");
    String home = compose.containers("home").getFirst();
    compose.docker("cp", home + ":/data/keys", keys.toString());
    Canaries secrets = HomeSecrets.of(keys.resolve("keys"), words);
    workplace.remove(keys);
    String log = compose.log();
    assertThat(log).contains("takes chunks with");
    String inspection = compose.inspection();
    assertThat(inspection).contains("KAKERA_BROKER");
    for (Canaries canaries : List.of(secrets, contents)) {
      assertThat(canaries.in("the logs", log)).isEmpty();
      assertThat(canaries.in("what docker inspect prints", inspection)).isEmpty();
      for (String service : List.of("kafka", "home", "encoder-worker", "store-1")) {
        String processes =
            compose.shell(
                service, "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n'");
        assertThat(processes).contains("java");
        assertThat(canaries.in("the processes of " + service, processes)).isEmpty();
      }
    }
  }

  private int shardsAtAStore() throws Exception {
    return Integer.parseInt(
        compose.shell("store-1", "find /store/shards -type f 2>/dev/null | wc -l"));
  }

  private void awaitShards(Compose.Running backup, int wanted) throws Exception {
    Deadline.await(
        "the middle of the backup",
        () -> !backup.isAlive() || shardsAtAStore() >= wanted,
        backup::toString);
    assertThat(backup.isAlive()).as("still runs: " + backup).isTrue();
  }

  /** A home that takes commands. */
  private void awaitHome() throws Exception {
    Deadline.await(
        "the home takes commands",
        () -> compose.shell("home", "cat /tmp/kakera.health || true").equals("running"),
        () -> "it does not");
  }

  private void restoresEqual(String name) throws Exception {
    compose.kakera("restore", "latest", "-t", "/restore/" + name).exits(0);
    assertThat(TreeComparison.of(source, restored.resolve(name)).differences()).isEmpty();
  }

  /** The containers' user, whoever runs the tests. */
  private static void own(Path folder) throws IOException, InterruptedException {
    if (EffectiveUser.isRoot()) {
      run("chown", "-R", "-h", ORDINARY_USER + ":" + ORDINARY_USER, folder.toString());
    }
  }

  private static int id(String which) throws IOException, InterruptedException {
    return Integer.parseInt(run("id", which).strip());
  }

  private static String run(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s", List.of(words)).isZero();
    return out;
  }
}
