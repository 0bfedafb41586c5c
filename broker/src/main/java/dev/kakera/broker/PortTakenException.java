package dev.kakera.broker;

import java.nio.file.Path;

/** Another process listens on the port that this broker was asked to have. */
public final class PortTakenException extends BrokerException {

  private static final long serialVersionUID = 1L;

  private final int port;

  PortTakenException(int port, Path directory) {
    super(
        "broker in "
            + directory
            + ": port "
            + port
            + " of 127.0.0.1 is taken by another process; stop that one, or start with port 0 to take any free port");
    this.port = port;
  }

  /** The port. */
  public int port() {
    return port;
  }
}
