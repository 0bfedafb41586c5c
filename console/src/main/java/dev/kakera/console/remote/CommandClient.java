package dev.kakera.console.remote;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.Terminal;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** Has a command run by the home that works on the same data folder, if one does. */
public final class CommandClient {
  static final int SILENT_MILLIS = 60_000;

  private static final int CONNECT_MILLIS = 3000;
  private static final int FRAME_MAX_BYTES = 1 << 20;

  private CommandClient() {}

  /** The exit code; empty when no home answers. */
  public static OptionalInt run(DataFolder data, Terminal terminal, String[] words)
      throws IOException {
    String endpoint;
    try {
      endpoint = Files.readString(data.endpoint("home")).strip();
    } catch (NoSuchFileException e) {
      return OptionalInt.empty();
    }
    int space = endpoint.indexOf(' ');
    if (space < 0) {
      throw new CommandFailure(
          MessageId.FAILED,
          "%s does not say where the home is; delete it, and start the home again: kakera home"
              .formatted(data.endpoint("home")));
    }
    URI uri =
        URI.create(
            "http://%s:%s%s"
                .formatted(
                    InetAddress.getLoopbackAddress().getHostAddress(),
                    endpoint.substring(0, space),
                    CommandServer.RUN_PATH));
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    byte[] request = request(terminal, words);
    connection.setConnectTimeout(CONNECT_MILLIS);
    connection.setReadTimeout(SILENT_MILLIS);
    // Of a known length it is never sent twice, which a command must not be.
    connection.setFixedLengthStreamingMode(request.length);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty(CommandServer.TOKEN_HEADER, endpoint.substring(space + 1));
    try {
      connection.getOutputStream().write(request);
    } catch (ConnectException e) {
      return OptionalInt.empty(); // left behind by a home that was killed
    }
    try {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new CommandFailure(
            MessageId.FAILED,
            "the home of %s refused the command (%d). Start it again: kakera home"
                .formatted(data.path(), connection.getResponseCode()));
      }
      try (DataInputStream frames = new DataInputStream(connection.getInputStream())) {
        return OptionalInt.of(copy(frames, terminal));
      }
    } catch (SocketTimeoutException e) {
      throw new CommandFailure(
          MessageId.DEADLINE_PASSED,
          "the home of %s has said nothing for %d s; the command may still run in it. See: kakera status, or start the home again: kakera home"
              .formatted(data.path(), SILENT_MILLIS / 1000),
          e);
    } catch (IOException e) {
      throw new CommandFailure(
          MessageId.FAILED,
          "the home of %s ended before the command did (%s); what is stored is kept. Start it again: kakera home"
              .formatted(
                  data.path(), e.getMessage() == null ? "no exit code came" : e.getMessage()),
          e);
    }
  }

  private static byte[] request(Terminal terminal, String[] words) {
    String folder = Path.of("").toAbsolutePath().toString();
    String mode = terminal.interactive() ? "interactive" : "plain";
    return (folder + "\0" + mode + "\0" + String.join("\0", List.of(words)))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static int copy(DataInputStream frames, Terminal terminal) throws IOException {
    while (true) {
      int kind = frames.readUnsignedByte();
      int length = frames.readInt();
      if (length < 0 || length > FRAME_MAX_BYTES) {
        throw new IOException("it sent a frame of %d bytes".formatted(length));
      }
      switch (kind) {
        case 'o' -> terminal.out().write(frames.readNBytes(length));
        case 'e' -> terminal.err().write(frames.readNBytes(length));
        case 'x' -> {
          terminal.out().flush();
          return frames.readInt();
        }
        default -> throw new IOException("it sent a frame of kind " + kind);
      }
    }
  }
}
