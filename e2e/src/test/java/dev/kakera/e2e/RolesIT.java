package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every role as a process of its own on one data folder; commands go through the home. */
final class RolesIT {
  private static final int TERMINATED = 143;
  private static final int PEERS = 6;
  private static final int SHARDS_IN_THE_MIDDLE = 25;

  private final List<KakeraProcess> roles = new ArrayList<>();
  private Workplace workplace;
  private Kakera kakera;
  private KakeraProcess.Launch launch;

  @BeforeEach
  void prepare() throws IOException {
    workplace = Workplace.create("roles");
    kakera = new Kakera(workplace.path("data"));
    launch = KakeraProcess.Launch.of(workplace, kakera.data()).withHeap("192m");
  }

  @AfterEach
  void remove() throws IOException {
    roles.forEach(KakeraProcess::close);
    workplace.close();
  }

  @Test
  @DisplayName("I-09: a backup completes when one of two encoders is killed in the middle of it")
  void completesWithoutOneOfItsEncoders() throws Exception {
    Path source = workplace.folder("source");
    SampleTree tree = new SampleTree(source, Seeds.of("RolesIT")).build(24);
    kakera.run("init", "--words-file", workplace.path("words").toString()).exits(0);
    role("broker");
    awaitEndpoint("broker");
    role("home");
    awaitEndpoint("home");
    KakeraProcess doomed = role("encoder");
    role("encoder");
    for (int peer = 1; peer <= PEERS; peer++) {
      role("store", "--peer", "peer-" + peer);
    }
    MeshFiles files = new MeshFiles(kakera.data());
    try (KakeraProcess backup = launch.start("backup", source.toString())) {
      Deadline.await(
          "the middle of the backup",
          () -> files.shardCount() >= SHARDS_IN_THE_MIDDLE || !backup.isAlive(),
          backup::toString);
      doomed.kill();
      roles.remove(doomed);
      backup.await().exits(0);
    }
    restoresEqual(source, "restored");

    tree.churn();
    Outcome second = kakera.run("backup", source.toString()).exits(0);
    assertThat(kakera.run("snapshots").exits(0).out()).contains(second.snapshot());
    kakera.run("status").exits(0);
    restoresEqual(source, "restored-again");
    endsInOrder();
    assertThat(files.shards()).isEqualTo(CatalogRows.of(kakera.data()).receiptedShards());
  }

  private KakeraProcess role(String... words) throws IOException {
    KakeraProcess role = launch.start(words);
    roles.add(role);
    return role;
  }

  private void awaitEndpoint(String role) throws Exception {
    Path endpoint = kakera.data().resolve("run").resolve(role);
    Deadline.await(
        "the endpoint of the " + role, () -> Files.exists(endpoint), () -> roles.toString());
  }

  private void restoresEqual(Path source, String name) throws Exception {
    Path target = workplace.path(name);
    kakera.run("restore", "latest", "-t", target.toString()).exits(0);
    assertThat(TreeComparison.of(source, target).differences()).isEmpty();
  }

  /** What uses the broker before the broker. */
  private void endsInOrder() throws Exception {
    for (KakeraProcess role : roles.reversed()) {
      assertThat(role.isAlive()).as("still runs: " + role).isTrue();
      role.terminate();
      Outcome outcome = role.await().exits(TERMINATED);
      assertThat(outcome.err()).doesNotContain("did not end in order");
    }
  }
}
