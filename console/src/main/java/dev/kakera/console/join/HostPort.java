package dev.kakera.console.join;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.net.InetSocketAddress;

/**
 * Where something is reached.
 *
 * @param host a name or an address, without brackets
 * @param port 1 to 65,535
 */
public record HostPort(String host, int port) {
  private static final int HOST_MAX = 200;
  private static final int PORT_MAX = 65_535;

  public HostPort {
    if (!host.matches("[A-Za-z0-9._:-]{1," + HOST_MAX + "}") || port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("got \"%s:%d\", expected HOST:PORT".formatted(host, port));
    }
  }

  /**
   * Reads {@code HOST:PORT}.
   *
   * @param option of which it is the value, for the message
   */
  public static HostPort parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    try {
      if (colon > 0 && port.matches("[0-9]{1,5}")) {
        return new HostPort(
            text.substring(0, colon).replaceAll("[\\[\\]]", ""), Integer.parseInt(port));
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(MessageId.USAGE, option + ": " + e.getMessage(), e);
    }
    throw new CommandFailure(
        MessageId.USAGE,
        "%s: got \"%s\", expected HOST:PORT such as home.lan:9095".formatted(option, text));
  }

  InetSocketAddress resolve() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
