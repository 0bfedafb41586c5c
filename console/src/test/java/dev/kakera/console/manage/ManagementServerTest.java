package dev.kakera.console.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import io.micrometer.core.instrument.FunctionCounter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagementServerTest {
  private static final InetSocketAddress ANYWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir Path folder;
  private final List<String> troubles = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private DataFolder data;
  private ManagementServer server;

  @BeforeEach
  void start() {
    data = DataFolder.at(folder.resolve("data"));
    data.create();
    server = ManagementServer.start(ANYWHERE, data, subject());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    client.close();
  }

  private ManagementServer.Subject subject() {
    return new ManagementServer.Subject(
        "encoder",
        "1.2.3",
        () -> troubles,
        registry ->
            FunctionCounter.builder("kakera.stage.busy", this, _ -> 7.5)
                .tag("stage", "seal")
                .baseUnit("seconds")
                .register(registry),
        Optional.empty());
  }

  private HttpResponse<String> ask(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void livesWhileItIsNotReady() throws Exception {
    assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(200);
    troubles.add("ledger: stopped");

    HttpResponse<String> ready = ask("GET", "/readyz");

    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("ledger: stopped");
    assertThat(ask("GET", "/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void namesFiguresAsPrometheusDoes() throws Exception {
    HttpResponse<String> figures = ask("GET", "/metrics");

    assertThat(figures.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(figures.body())
        .contains("kakera_build_info{version=\"1.2.3\"} 1")
        .contains("kakera_stage_busy_seconds_total{stage=\"seal\"} 7.5");
  }

  @Test
  void answersNothingElse() throws Exception {
    assertThat(ask("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(ask("GET", "/v1/run").statusCode()).isEqualTo(404);
    assertThat(ask("HEAD", "/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void saysWhereItIsUntilItEnds() throws Exception {
    Path endpoint = data.endpoint("metrics-encoder");
    assertThat(Files.readString(endpoint).strip()).isEqualTo("127.0.0.1:" + server.port());

    server.close();

    assertThat(endpoint).doesNotExist();
  }

  @Test
  void refusesAPortThatIsTaken() {
    InetSocketAddress taken = new InetSocketAddress("127.0.0.1", server.port());

    assertThatThrownBy(() -> ManagementServer.start(taken, data, subject()))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> assertThat(failure.id()).isEqualTo(MessageId.PORT_TAKEN))
        .hasMessageContaining("--metrics HOST:PORT");
  }
}
