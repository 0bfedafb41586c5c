package dev.kakera.console.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.output.TestTerminal;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.Mesh;
import dev.kakera.encoder.EncoderStats;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandServerTest {
  @TempDir Path folder;
  private DataFolder data;
  private CommandServer server;
  private final TestTerminal terminal = new TestTerminal();

  /** A mesh that no command of these tests asks for anything. */
  private static final class NoMesh extends Mesh {
    @Override
    public HomeRole home() {
      throw new IllegalStateException("this test has no home");
    }

    @Override
    public List<String> troubles() {
      return List.of();
    }

    @Override
    public Optional<EncoderStats> encoderStats() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void start() throws Exception {
    data = DataFolder.at(folder.resolve("data"));
    data.create();
    server = CommandServer.start(data, new NoMesh());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void runsACommandAndHandsOverWhatItPrintsAndItsExitCode() throws Exception {
    assertThat(run("--version")).hasValue(0);
    assertThat(terminal.out()).startsWith("kakera ");
    assertThat(terminal.err()).isEmpty();

    assertThat(run("snapshots")).as("not initialised").hasValue(10);
    assertThat(terminal.err()).contains("[NOT_INITIALISED]");
  }

  @Test
  void handsOverCharactersOfAnyLanguage() throws Exception {
    assertThat(run("restore", "欠片")).hasValue(2);
    assertThat(run("--欠片")).hasValue(2);

    assertThat(terminal.err()).contains("欠片");
  }

  @Test
  void saysWhereItIsToItsOwnerOnlyAndNoMoreWhenItIsClosed() throws Exception {
    Path endpoint = data.endpoint("home");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(endpoint)))
        .isEqualTo("rw-------");

    server.close();

    assertThat(endpoint).doesNotExist();
    assertThat(run("--version")).isEmpty();
  }

  @Test
  void refusesACallerThatDoesNotKnowTheToken() throws Exception {
    data.publish("home", server.port() + " " + "0".repeat(32));

    assertThatThrownBy(() -> run("--version"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("403");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void refusesACallWithoutTokenAndOtherMethods() throws Exception {
    String token = token();

    assertThat(status("POST", "")).contains("403");
    assertThat(status("GET", "")).contains("403");
    assertThat(status("GET", "Kakera-Token: " + token + "\r\n")).contains("405");
    assertThat(status("POST", "Kakera-Token: " + token + "\r\n"))
        .as("no command in it")
        .contains("400");
  }

  @Test
  void refusesACommandThatIsTooLongRatherThanCutIt() {
    assertThatThrownBy(() -> run("backup", "x".repeat(2 << 20))).isInstanceOf(CommandFailure.class);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void findsNoHomeWhereOneWasKilled() throws Exception {
    int free;
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = probe.getLocalPort();
    }
    data.publish("home", free + " " + "0".repeat(32));

    assertThat(run("--version")).isEmpty();
  }

  @Test
  void namesAnEndpointThatSaysNothing() throws Exception {
    data.publish("home", "nonsense");

    assertThatThrownBy(() -> run("--version"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(data.endpoint("home").toString());
  }

  @Test
  void saysThatAHomeEndedBeforeTheCommandDid() throws Exception {
    try (ServerSocket dying = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      data.publish("home", dying.getLocalPort() + " " + "0".repeat(32));
      Thread.ofPlatform()
          .start(
              () -> {
                try (Socket caller = dying.accept()) {
                  OutputStream out = caller.getOutputStream();
                  out.write(
                      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\no\0\0\0\2hi\r\n"
                          .getBytes(StandardCharsets.US_ASCII));
                  out.flush();
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });

      assertThatThrownBy(() -> run("--version"))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("what is stored is kept");
    }
  }

  private OptionalInt run(String... words) throws Exception {
    return CommandClient.run(data, terminal.terminal(), words);
  }

  private String token() throws Exception {
    String endpoint = Files.readString(data.endpoint("home")).strip();
    return endpoint.substring(endpoint.indexOf(' ') + 1);
  }

  private String status(String method, String header) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              (method
                      + " /v1/run HTTP/1.1\r\nHost: localhost\r\n"
                      + header
                      + "Content-Length: 0\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .findFirst()
          .orElse("");
    }
  }
}
