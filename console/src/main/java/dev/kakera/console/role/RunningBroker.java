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

  private static final int CONNECT_MILLIS = 1000;

  private RunningBroker() {}

  /** Empty when none answers: what a killed process said of itself stays behind. */
  public static Optional<String> find(DataFolder data) throws IOException {
    for (String role : new String[] {"broker", TRIAL}) {
      try {
        String bootstrap = Files.readString(data.endpoint(role)).strip();
        if (answers(bootstrap)) {
          return Optional.of(bootstrap);
        }
      } catch (NoSuchFileException e) {
        continue;
      }
    }
    return Optional.empty();
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
