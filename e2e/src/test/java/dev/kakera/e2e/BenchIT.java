package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the command prints and leaves; how fast anything is, is not looked at. */
final class BenchIT {
  private static final String[] STAGES = {
    "read", "cut", "hash", "encode", "decode", "seal", "open", "produce", "store"
  };

  private Workplace workplace;
  private Kakera kakera;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("bench");
    kakera = new Kakera(workplace.path("data"));
  }

  @AfterEach
  void remove() throws Exception {
    workplace.close();
  }

  private Outcome bench(String... words) {
    List<String> all = new ArrayList<>(List.of("bench", "--size=1", "--seconds=0.02"));
    all.addAll(List.of(words));
    return kakera.run(all.toArray(String[]::new)).exits(0);
  }

  private JsonNode json(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    return new ObjectMapper().readTree(bench(all.toArray(String[]::new)).out());
  }

  @Test
  void measuresEveryStageWithoutAMeshAndLeavesItsResultAlone() throws Exception {
    JsonNode report = json();
    assertThat(report.get("message_type").asText()).isEqualTo("summary");
    assertThat(report.get("stages")).hasSize(STAGES.length);
    for (int index = 0; index < STAGES.length; index++) {
      JsonNode stage = report.get("stages").get(index);
      assertThat(stage.get("stage").asText()).isEqualTo(STAGES[index]);
      assertThat(stage.get("bytes_per_second_now").asLong()).as(stage.toString()).isPositive();
      assertThat(stage.get("bytes_per_second_last").isNull()).as(stage.toString()).isTrue();
    }
    assertThat(report.get("slowest_stage").asText()).isIn((Object[]) STAGES);
    assertThat(report.get("bytes_per_second_whole").asLong()).isPositive();
    assertThat(MeshFiles.files(kakera.data())).containsExactly(result());
    assertThat(kakera.data().toFile().list()).containsExactly("bench.json");
    new ObjectMapper().readTree(Files.readString(result()));
  }

  @Test
  void showsWhatWasMeasuredLast() throws Exception {
    bench("--stage=hash", "--stage=store");
    Outcome again = bench("--stage=store", "--stage=cut");
    assertThat(again.line("local store")).containsPattern("B/s +- +[0-9.]+ [kMG]?B/s ");
    assertThat(again.line("cut")).doesNotContainPattern("B/s.*B/s.*B/s");
    assertThat(again.out()).contains("Slowest of what was measured: ").doesNotContain("hash ");
    assertThat(Files.readString(result())).contains("\"cut\"", "\"hash\"", "\"store\"");
  }

  @Test
  void usesTheBrokerThatRuns() throws Exception {
    KakeraProcess.Launch launch = KakeraProcess.Launch.of(workplace, kakera.data());
    Path endpoint = kakera.data().resolve("run").resolve("broker");
    try (KakeraProcess broker = launch.withHeap("192m").start("broker")) {
      Deadline.await(
          "the broker is up", () -> Files.exists(endpoint) || !broker.isAlive(), broker::toString);
      JsonNode stage = json("--stage=produce").get("stages").get(0);
      assertThat(stage.get("note").asText())
          .isEqualTo("the broker at " + Files.readString(endpoint).strip());
      assertThat(kakera.data().resolve("tmp").resolve("bench")).doesNotExist();
    }
  }

  @Test
  void refusesWhatItCannotMeasure() {
    Outcome unknown = kakera.run("bench", "--stage=link").exits(2);
    assertThat(unknown.err()).contains("--stage: got link, expected read, cut, hash", "[USAGE]");
    assertThat(kakera.run("bench", "--size=0").exits(2).err()).contains("--size: got 0");
    assertThat(kakera.run("bench", "--seconds=NaN").exits(2).err()).contains("--seconds: got NaN");
    assertThat(kakera.data()).doesNotExist();
  }

  private Path result() {
    return kakera.data().resolve("bench.json");
  }
}
