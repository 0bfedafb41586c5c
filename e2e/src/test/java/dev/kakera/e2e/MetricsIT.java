package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What monitors see of each role that runs as a process of its own. */
final class MetricsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Map<String, List<String>> FIGURES =
      Map.of(
          "home",
          List.of(
              "kakera_backup_last_success_timestamp_seconds",
              "kakera_chunks_below_target",
              "kakera_chunks_unrestorable",
              "kakera_losses_survivable"),
          "worker-",
          List.of(
              "kakera_stage_bytes_total{stage=\"encode\"}",
              "kakera_stage_busy_seconds_total{stage=\"seal\"}",
              "kakera_dlq_records_total{topic=\"kakera.chunks\"}"),
          "store-peer-1",
          List.of("kakera_stage_bytes_total{stage=\"store\"}", "kakera_shards{state=\"stored\"}"));

  @Test
  void showsHealthAndFiguresOfEachRole() throws Exception {
    List<KakeraProcess> roles = new ArrayList<>();
    try (Workplace workplace = Workplace.create("metrics")) {
      Kakera kakera = new Kakera(workplace.path("data"));
      KakeraProcess.Launch launch =
          KakeraProcess.Launch.of(workplace, kakera.data()).withHeap("192m");
      kakera.run("init", "--words-file", workplace.path("words").toString()).exits(0);
      Path run = kakera.data().resolve("run");
      try {
        roles.add(launch.start("broker"));
        awaitFile(run.resolve("broker"), roles);
        roles.add(launch.start("home"));
        roles.add(launch.start("encoder"));
        roles.add(launch.start("store", "--peer", "peer-1"));
        for (Map.Entry<String, List<String>> role : FIGURES.entrySet()) {
          Path endpoint = endpoint(run, role.getKey(), roles);
          assertThat(get(endpoint, "/livez").statusCode()).as(role.getKey()).isEqualTo(200);
          Deadline.await(
              role.getKey() + " is ready",
              () -> get(endpoint, "/readyz").statusCode() == 200,
              roles::toString);
          assertThat(get(endpoint, "/metrics").body())
              .as(role.getKey())
              .contains("kakera_build_info{version=")
              .contains(role.getValue());
        }
      } finally {
        roles.reversed().forEach(KakeraProcess::close);
      }
    }
  }

  /** An encoder's is named after it; a file that is still being written has another ending. */
  private static Path endpoint(Path run, String role, List<KakeraProcess> roles) throws Exception {
    List<Path> found = new ArrayList<>();
    Deadline.await(
        "where the metrics of %s are".formatted(role),
        () -> {
          found.clear();
          try (var entries = Files.newDirectoryStream(run, "metrics-" + role + "*")) {
            entries.forEach(found::add);
          }
          found.removeIf(file -> file.toString().endsWith(".tmp"));
          return found.size() == 1;
        },
        roles::toString);
    return found.getFirst();
  }

  private static void awaitFile(Path file, List<KakeraProcess> roles) throws Exception {
    Deadline.await("the endpoint " + file, () -> Files.exists(file), roles::toString);
  }

  private static HttpResponse<String> get(Path endpoint, String path) throws Exception {
    URI address = URI.create("http://" + Files.readString(endpoint).strip() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(address).timeout(PATIENCE).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
