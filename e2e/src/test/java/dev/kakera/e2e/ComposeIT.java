package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The README's commands for a home server, in containers. Without a container engine it is skipped;
 * with {@code KAKERA_NEEDS_ENGINE} set it fails then.
 */
final class ComposeIT {
  private static final String USER = "1000";
  private static final int PEERS = 6;
  private static final int PHOTOS = 60;
  private static final int SHARDS_IN_THE_MIDDLE = 8;

  private Workplace workplace;
  private Compose compose;
  private Path source;
  private Path restored;
  private SampleTree tree;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("compose");
    source = workplace.folder("source");
    restored = workplace.folder("restored");
    Path environment = workplace.path("env");
    Files.writeString(
        environment,
        Files.readString(Compose.ROOT.resolve(".env.example"))
            .replace("SOURCE_DIR=", "SOURCE_DIR=" + source)
            .replace("RESTORE_DIR=./restored", "RESTORE_DIR=" + restored));
    Optional<Compose> found =
        Compose.find(
            "kakera-it-" + ProcessHandle.current().pid(), environment, workplace.folder("logs"));
    if (System.getenv("KAKERA_NEEDS_ENGINE") != null) {
      assertThat(found).as("a container engine, with compose").isPresent();
    }
    assumeTrue(found.isPresent(), "no container engine, or no compose: nothing was tried");
    compose = found.get();
    tree = new SampleTree(source, Seeds.of("ComposeIT")).build(PHOTOS);
    own(workplace.path("source"));
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
      "I-09: in containers, a backup outlives the crash of every other role, and down keeps all")
  void worksAsTheReadmeSays() throws Exception {
    compose.run("build", "home").exits(0);
    compose.run("up", "--detach").exits(0);
    assertThat(compose.kakera("backup").exits(10).err()).contains("kakera init");
    assertThat(compose.kakera("init").exits(0).err()).contains(" 24. ");
    containersAreHeld();

    backUpThroughCrashes();
    restoresEqual("first");

    tree.churn();
    own(source);
    crashOfTheHomeIsMendedByTheSameCommand();
    restoresEqual("second");

    String before = compose.kakera("snapshots").exits(0).out();
    compose.run("down").exits(0);
    compose.run("up", "--detach").exits(0);
    awaitHome();
    assertThat(compose.kakera("snapshots").exits(0).out().lines().count())
        .isEqualTo(before.lines().count());
    restoresEqual("third");
    compose.kakera("backup").exits(0);
    compose.kakera("status").exits(0);
  }

  /** While a backup runs: an encoder more, then an encoder, a store and the broker crash. */
  private void backUpThroughCrashes() throws Exception {
    awaitHome();
    Compose.Running backup = compose.startKakera("backup");
    awaitShards(backup, SHARDS_IN_THE_MIDDLE);
    String first = compose.containers("encoder-worker").getFirst();
    compose.run("up", "--detach", "--no-recreate", "--scale", "encoder-worker=2").exits(0);
    assertThat(compose.containers("encoder-worker")).hasSize(2);
    for (String container :
        List.of(
            first,
            compose.containers("store-2").getFirst(),
            compose.containers("kafka").getFirst())) {
      compose.crash(container);
      Deadline.await(
          "the engine starts a container again",
          () -> compose.restarts(container) > 0,
          () -> container);
    }
    backup.await().exits(0);
  }

  private void crashOfTheHomeIsMendedByTheSameCommand() throws Exception {
    String home = compose.containers("home").getFirst();
    Compose.Running doomed = compose.startKakera("backup");
    compose.crash(home);
    doomed.await();
    Deadline.await(
        "the engine starts the home again", () -> compose.restarts(home) > 0, () -> home);
    awaitHome();
    compose.kakera("backup").exits(0);
  }

  /** Limits, user and root file system as the engine has them, and no secret where all can look. */
  private void containersAreHeld() throws Exception {
    List<String> services = new ArrayList<>(List.of("kafka", "home", "encoder-worker"));
    for (int peer = 1; peer <= PEERS; peer++) {
      services.add("store-" + peer);
    }
    for (String service : services) {
      String container = compose.containers(service).getFirst();
      String held =
          compose.docker(
              "inspect",
              "--format",
              "{{gt .HostConfig.Memory 0}} {{gt .HostConfig.NanoCpus 0}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.RestartPolicy.Name}}",
              container);
      assertThat(held).as(service).isEqualTo("true true true unless-stopped");
      assertThat(compose.docker("exec", container, "id", "-u")).as(service).isNotEqualTo("0");
    }
    String store = compose.containers("store-1").getFirst();
    assertThat(compose.docker("exec", store, "sh", "-c", "ls /data /introductions"))
        .doesNotContain("keyring");
  }

  private void awaitShards(Compose.Running backup, int wanted) throws Exception {
    String store = compose.containers("store-1").getFirst();
    Deadline.await(
        "the middle of the backup",
        () ->
            !backup.isAlive()
                || Integer.parseInt(
                        compose.docker(
                            "exec", store, "sh", "-c", "find /store/shards -type f | wc -l"))
                    >= wanted,
        backup::toString);
    assertThat(backup.isAlive()).as("still runs: " + backup).isTrue();
  }

  /** A home that takes commands. */
  private void awaitHome() throws Exception {
    String home = compose.containers("home").getFirst();
    Deadline.await(
        "the home takes commands",
        () ->
            compose
                .docker("exec", home, "sh", "-c", "cat /tmp/kakera.health || true")
                .equals("running"),
        () -> home);
  }

  private void restoresEqual(String name) throws Exception {
    compose.kakera("restore", "latest", "-t", "/restore/" + name).exits(0);
    assertThat(TreeComparison.of(source, restored.resolve(name)).differences()).isEmpty();
  }

  /** The containers' user, whoever runs the tests. */
  private static void own(Path folder) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder("chown", "-R", "-h", USER + ":" + USER, folder.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(exitCode).as("chown of %s to %s", folder, USER).isZero();
  }
}
