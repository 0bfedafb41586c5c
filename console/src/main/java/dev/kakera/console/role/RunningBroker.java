package dev.kakera.console.role;

import dev.kakera.console.data.DataFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** The broker that another process runs on a data folder. */
public final class RunningBroker {
  /** Where the trial's broker is reached, while a command has the trial running. */
  static final String TRIAL = "trial";

  /** Where that of {@code kakera broker} is reached. */
  public static final String ALONE = "broker";

  /** Where peers elsewhere reach it. */
  public static final String FOR_PEERS = "peers";

  private static final int CONNECT_MILLIS = 1000;

  private RunningBroker() {}

  /** Empty when none answers: what a killed process said of itself stays behind. */
  public static Optional<String> find(DataFolder data) throws IOException {
    Optional<String> alone = find(data, ALONE);
    return alone.isPresent() ? alone : find(data, TRIAL);
  }

  /** That of one role. */
  public static Optional<String> find(DataFolder data, String role) throws IOException {
    try {
      return Optional.of(Files.readString(data.endpoint(role)).strip())
          .filter(RunningBroker::answers);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean answers(String bootstrap) {
    int colon = bootstrap.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(bootstrap.substring(colon + 1));
      socket.connect(new InetSocketAddress(bootstrap.substring(0, colon), port), CONNECT_MILLIS);
      return true;
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return false;
    }
  }
}
