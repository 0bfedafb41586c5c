package dev.kakera.console.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.Geometry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BenchTableTest {
  private static final BenchReport REPORT =
      new BenchReport(
          new Geometry(4, 2),
          8 << 20,
          new MachineFacts(
              "A \"CPU\"",
              Set.of(),
              4,
              "25.0.3",
              false,
              true,
              true,
              "long",
              "kernel long: agrees",
              Optional.empty(),
              true,
              "libcrypto",
              Set.of()),
          20e9,
          List.of(
              new StageFigure(
                  Stage.HASH,
                  OptionalDouble.of(1.5e9),
                  OptionalDouble.of(6e9),
                  OptionalDouble.of(1.4e9),
                  "HMAC"),
              new StageFigure(
                  Stage.STORE,
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  "not measured: no room")),
          new Verdict(
              Optional.of(Stage.HASH),
              OptionalDouble.of(24e6),
              OptionalDouble.of(300e6),
              List.of(new Warning(Warning.Id.ONE_CORE, "one core"))));

  @Test
  void printsARowForEachStageAndTheVerdictBelow() {
    assertThat(BenchTable.lines(REPORT))
        .containsExactly(
            "8 MiB through each stage, geometry 4+2, Java 25.0.3, A \"CPU\", 4 cores",
            "erasure coder: kernel long: agrees",
            "cipher: libcrypto",
            "STAGE                      NOW      ALL CORES      LAST TIME  NOTE",
            "hash                  1.5 GB/s       6.0 GB/s       1.4 GB/s  HMAC  <-- slowest",
            "local store                  -              -              -  not measured: no room",
            "With everything on this machine a backup will run at about 24.0 MB/s; slowest: hash.",
            "Cutting, hashing, coding and sealing alone would run at 300.0 MB/s, 12x faster: more"
                + " encoders change nothing.",
            "! one core [ONE_CORE]");
  }

  @Test
  void writesTheSameAsJson() {
    assertThat(BenchJson.text(REPORT))
        .startsWith("{\n  \"message_type\": \"summary\",\n  \"schema_version\": 1,")
        .contains(
            "\"cpu\": \"A \\\"CPU\\\"\"",
            "{\n      \"stage\": \"hash\",\n      \"bytes_per_second_now\": 1500000000,",
            "\"bytes_per_second_now\": null",
            "\"slowest_stage\": \"hash\"",
            "\"bytes_per_second_whole\": 24000000",
            "\"id\": \"ONE_CORE\"")
        .endsWith("]\n}\n");
  }
}
