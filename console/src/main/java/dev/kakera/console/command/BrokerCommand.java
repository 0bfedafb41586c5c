package dev.kakera.console.command;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.broker.PeerListener;
import dev.kakera.console.ProcessSettings;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.HostPort;
import dev.kakera.console.manage.ManagementServer;
import dev.kakera.console.peer.CertificateRefusedException;
import dev.kakera.console.peer.HomeAuthority;
import dev.kakera.console.peer.PeerKey;
import dev.kakera.console.peer.TlsFiles;
import dev.kakera.console.role.RunningBroker;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the broker as a process of its own. */
@Command(
    name = "broker",
    description = "run the broker, on loopback, and for peers elsewhere with --peers")
public final class BrokerCommand extends KakeraCommand {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "where clients connect (default: a free one)")
  int port;

  @Option(
      names = "--peers",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAKERA_PEERS}",
      description =
          "also serve peers elsewhere, with certificates on both sides, under this address"
              + " (default: $KAKERA_PEERS, else not)")
  String peers;

  @Mixin private ManagementOptions management;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public boolean isRole() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    DataFolder data = invocation().data();
    data.create();
    ProcessSettings.use(data);
    Optional<PeerListener> listener = listener(data);
    try (EmbeddedBroker broker = EmbeddedBroker.start(data.broker(), port, Map.of(), listener);
        ManagementServer _ =
            management.start(
                data, "broker", () -> broker.fault().map(List::of).orElse(List.of()), _ -> {})) {
      if (listener.isPresent()) {
        data.publish(RunningBroker.FOR_PEERS, listener.get().advertised());
      } else {
        data.unpublish(RunningBroker.FOR_PEERS);
      }
      data.publish("broker", broker.bootstrap());
      invocation().terminal().say("broker at " + broker.bootstrap());
      String trouble = Waiting.untilTrouble(() -> broker.fault().map(List::of).orElse(List.of()));
      throw new CommandFailure(MessageId.FAILED, "the broker stopped: " + trouble);
    }
  }

  /** With a key of its own at each start, certified for the address that peers use. */
  private Optional<PeerListener> listener(DataFolder data) throws IOException {
    if (peers == null || peers.isBlank()) {
      return Optional.empty();
    }
    HostPort address = HostPort.parse("--peers", peers);
    HomeAuthority authority = HomeAuthority.openOrCreate(data.authority(), InstantSource.system());
    TlsFiles files = new TlsFiles(data.brokerTls());
    PeerKey key = PeerKey.generate();
    try {
      key.keep(
          files,
          authority.certifyBroker(key.request("broker"), List.of(address.host())),
          authority.certificate());
    } catch (CertificateRefusedException e) {
      throw new CommandFailure(MessageId.FAILED, e.getMessage(), e);
    }
    return Optional.of(
        new PeerListener(
            "0.0.0.0", address.port(), address.toString(), files.keyStore(), files.trustStore()));
  }
}
