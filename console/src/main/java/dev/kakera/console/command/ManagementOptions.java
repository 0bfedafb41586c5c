package dev.kakera.console.command;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.manage.ManagementServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Where a role shows its health and its figures. */
final class ManagementOptions {
  private static final int PORT_MAX = 65_535;

  @Option(
      names = "--metrics",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAKERA_METRICS}",
      description =
          "where /livez, /readyz and /metrics are served (default: $KAKERA_METRICS, else a free port"
              + " on loopback, named in DATA/run/metrics-ROLE)")
  String address;

  /**
   * Starts serving.
   *
   * @param troubles why the role is not well; empty when it is
   * @param figures registers its figures
   */
  ManagementServer start(
      DataFolder data,
      String role,
      Supplier<List<String>> troubles,
      Consumer<MeterRegistry> figures) {
    return start(
        data,
        new ManagementServer.Subject(
            role, ProgramVersion.number(), troubles, figures, Optional.empty()));
  }

  /** Starts serving whatever a role has. */
  ManagementServer start(DataFolder data, ManagementServer.Subject subject) {
    return ManagementServer.start(listening(), data, subject);
  }

  private InetSocketAddress listening() {
    if (address == null || address.isBlank()) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > PORT_MAX) {
      throw new CommandFailure(
          MessageId.USAGE,
          "--metrics: got \"%s\", expected HOST:PORT such as 127.0.0.1:9464".formatted(address));
    }
    InetSocketAddress wished =
        new InetSocketAddress(address.substring(0, colon), Integer.parseInt(port));
    if (wished.isUnresolved()) {
      throw new CommandFailure(
          MessageId.USAGE, "--metrics: the host of \"%s\" is not known".formatted(address));
    }
    return wished;
  }
}
