package dev.kakera.console.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.kakera.console.CommandRunner;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.TestTerminal;
import dev.kakera.console.peer.HomeAuthority;
import dev.kakera.console.peer.PeerKey;
import dev.kakera.console.peer.TlsContexts;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.HomeRef;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine with a code and a home, over a real connection. */
class JoiningIT {
  private static final long SECONDS = 60;
  private static final String PEER = "nas-attic";
  private static final HomeRef HOME =
      new HomeRef(RepoId.copyOf(new byte[16]), Bytes.takeOwnershipOf(new byte[32]));

  @TempDir private Path folder;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final InstantSource clock = now::get;
  private final List<PeerRef> admitted = new ArrayList<>();
  private Reception reception;
  private SSLServerSocket broker;
  private TestTerminal terminal;

  @BeforeEach
  void open() throws Exception {
    HomeAuthority authority = HomeAuthority.openOrCreate(folder.resolve("authority"), clock);
    broker = broker(authority, "localhost");
    reception = reception(new HostPort("localhost", broker.getLocalPort()));
  }

  @AfterEach
  void close() throws Exception {
    reception.close();
    broker.close();
  }

  @Test
  void joinsAndKeepsWhatItIsToldForItsOwnerOnly() throws Exception {
    Path store = folder.resolve("store");
    Membership joined = accepted(store);

    assertThat(joined.peer()).isEqualTo(PEER);
    assertThat(joined.home()).isEqualTo(HOME);
    assertThat(Membership.read(store)).contains(joined);
    assertThat(admitted).extracting(PeerRef::name).containsExactly(PEER);
    assertThat(Membership.tls(store).certificate().getSubjectX500Principal().getName())
        .isEqualTo("CN=" + PEER);
    try (Stream<Path> files = Files.walk(store.resolve("membership"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo("rw-------");
      }
    }
    assertThat(reception.asking()).isEmpty();
  }

  @Test
  void namesACertificateThatEndedOrBeginsLater() throws Exception {
    Instant today = now.get();
    Path ended = folder.resolve("ended");
    Path later = folder.resolve("later");
    now.set(today.minus(HomeAuthority.PEER_VALIDITY).minusSeconds(1));
    accepted(ended);
    now.set(today.plus(Duration.ofDays(3)));
    accepted(later);

    assertThat(run("store", "--dir", ended.toString()))
        .isEqualTo(MessageId.CERTIFICATE_EXPIRED.exitCode());
    assertThat(terminal.err())
        .contains("[CERTIFICATE_EXPIRED]", "kakera peer invite --name " + PEER);
    assertThat(run("store", "--dir", later.toString())).isEqualTo(MessageId.CLOCK_APART.exitCode());
    assertThat(terminal.err()).contains("[CLOCK_APART]", "timedatectl");
  }

  @Test
  void joinsAgainWithTheSameStoreOnlyOnceItsCertificateEnded() throws Exception {
    Instant today = now.get();
    Path store = folder.resolve("store");
    accepted(store);
    String text = reception.invite(PEER).text();

    assertThat(run("peer", "join", text, "--dir", store.toString()))
        .isEqualTo(MessageId.PEER_EXISTS.exitCode());
    assertThat(terminal.err()).contains("[PEER_EXISTS]", "kakera store --dir " + store);
    now.set(today.plus(HomeAuthority.PEER_VALIDITY).plusSeconds(1));
    accepted(store);
    assertThat(admitted).hasSize(2);
    assertThat(admitted.getFirst().id()).as("the same store").isEqualTo(admitted.getLast().id());
  }

  @Test
  void tellsAMistypedCodeWithoutAskingAnybody() {
    String text = reception.invite(PEER).text();
    char last = text.charAt(text.length() - 1);
    String mistyped = text.substring(0, text.length() - 1) + (last == '7' ? '8' : '7');
    reception.close(); // whoever asked would say HOME_UNREACHABLE

    assertThat(run("peer", "join", mistyped, "--dir", folder.resolve("store").toString()))
        .isEqualTo(MessageId.JOIN_CODE_WRONG.exitCode());
    assertThat(terminal.err()).contains("[JOIN_CODE_WRONG]", "group ");
  }

  @Test
  void refusesACodeThatWasUsed() throws Exception {
    String text = reception.invite(PEER).text();
    CompletableFuture<String> shown = new CompletableFuture<>();
    CompletableFuture<Membership> first =
        join(folder.resolve("first"), JoinCode.parse(text), shown);
    shown.get(SECONDS, TimeUnit.SECONDS);

    CommandFailure failure = failure("second", text);

    assertThat(failure.id()).isEqualTo(MessageId.JOIN_CODE_USED);
    assertThat(failure).hasMessageContaining("kakera peer invite --name " + PEER);
    assertThat(folder.resolve("second")).doesNotExist();
    assertThat(reception.asking()).hasSize(1);
    first.cancel(true);
  }

  @Test
  void refusesACodeThatEndedOrWasReplaced() throws Exception {
    String ended = reception.invite(PEER).text();
    now.set(now.get().plus(JoinDesk.VALIDITY).plusSeconds(1));
    CommandFailure expired = failure("store", ended);
    reception.invite(PEER);
    CommandFailure replaced = failure("store", ended);

    assertThat(expired.id()).isEqualTo(MessageId.JOIN_CODE_EXPIRED);
    assertThat(expired).hasMessageContaining("kakera peer invite --name " + PEER);
    assertThat(replaced.id()).isEqualTo(MessageId.JOIN_CODE_UNKNOWN);
  }

  @Test
  void saysBothClocksWhenTheyAreDaysApart() throws Exception {
    JoinCode code = JoinCode.parse(reception.invite(PEER).text());
    for (Duration apart : List.of(Duration.ofDays(3), Duration.ofDays(-400))) {
      Joining joining = new Joining(folder.resolve("store"), 0, () -> now.get().plus(apart));
      CommandFailure failure = catchThrowableOfType(CommandFailure.class, () -> run(joining, code));

      assertThat(failure.id()).isEqualTo(MessageId.CLOCK_APART);
      assertThat(failure).hasMessageContaining(" d apart").hasMessageContaining("timedatectl");
    }
    assertThat(reception.asking()).isEmpty();
    assertThat(folder.resolve("store")).doesNotExist();
  }

  @Test
  void namesAnAddressOfTheBrokerThatIsNotReached() throws Exception {
    reception.close();
    reception = reception(new HostPort("localhost", freePort()));
    CommandFailure nobody = failure("store", reception.invite(PEER).text());
    reception.close();
    HomeAuthority stranger = HomeAuthority.openOrCreate(folder.resolve("stranger"), clock);
    try (SSLServerSocket other = broker(stranger, "localhost")) {
      reception = reception(new HostPort("localhost", other.getLocalPort()));
      CommandFailure another = failure("store", reception.invite(PEER).text());
      assertThat(another.id()).isEqualTo(MessageId.BROKER_UNREACHABLE);
      assertThat(another).hasMessageContaining("another than the home's broker");
    }

    assertThat(nobody.id()).isEqualTo(MessageId.BROKER_UNREACHABLE);
    assertThat(nobody).hasMessageContaining("kakera broker --peers HOST:PORT");
  }

  @Test
  void saysNothingToAHomeOfAnotherAuthority() throws Exception {
    String text = reception.invite(PEER).text();
    int port = JoinCode.parse(text).home().port();
    reception.close();
    HomeAuthority stranger = HomeAuthority.openOrCreate(folder.resolve("stranger"), clock);
    JoinDesk desk = new JoinDesk(stranger.fingerprint(), clock);
    HostPort home = new HostPort("localhost", port);
    try (JoinServer _ = JoinServer.start(home, home, stranger, desk, clock)) {
      assertThat(failure("store", text).id()).isEqualTo(MessageId.AUTHORITY_WRONG);
    }
    assertThat(failure("store", text).id()).isEqualTo(MessageId.HOME_UNREACHABLE);
  }

  @Test
  void refusesAProofFromAnotherConnection() throws Exception {
    JoinDesk desk = new JoinDesk("00".repeat(32), clock);
    JoinCode code = JoinCode.parse(desk.invite(PEER, new HostPort("localhost", 1)).text());
    JoinRequest request = new JoinRequest(code.id(), Bytes.utf8("request"), Bytes.utf8("key"));
    Bytes proof = code.mac(request.proven(Bytes.utf8("one")));
    for (int tries = 0; tries < JoinDesk.TRIES; tries++) {
      CommandFailure failure =
          catchThrowableOfType(
              CommandFailure.class, () -> desk.ask(request, Bytes.utf8("another"), proof));
      assertThat(failure.id()).isEqualTo(MessageId.JOIN_REFUSED);
    }
    CommandFailure failure =
        catchThrowableOfType(
            CommandFailure.class, () -> desk.ask(request, Bytes.utf8("one"), proof));

    assertThat(failure).hasMessageContaining("void");
    assertThat(desk.asking()).isEmpty();
  }

  /** Joins with a new code, and is accepted with the digits that both sides show. */
  private Membership accepted(Path store) throws Exception {
    CompletableFuture<String> shown = new CompletableFuture<>();
    CompletableFuture<Membership> joining =
        join(store, JoinCode.parse(reception.invite(PEER).text()), shown);
    String comparison = shown.get(SECONDS, TimeUnit.SECONDS);
    JoinDesk.Asking asking = reception.asking().getFirst();
    assertThat(asking.comparison()).isEqualTo(comparison).matches("[0-9]{3} [0-9]{3}");
    reception.accept(asking, HOME, (peer, _) -> admitted.add(peer));
    return joining.get(SECONDS, TimeUnit.SECONDS);
  }

  private int run(String... words) {
    terminal = new TestTerminal();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", folder.resolve("data").toString()));
    return CommandRunner.here().run(terminal.terminal(), all.toArray(String[]::new));
  }

  private Reception reception(HostPort brokerAddress) throws Exception {
    return Reception.open(
        folder.resolve("authority"),
        new Reception.Addresses(new HostPort("localhost", freePort()), brokerAddress),
        clock);
  }

  private CommandFailure failure(String store, String text) throws Exception {
    JoinCode code = JoinCode.parse(text);
    Joining joining = new Joining(folder.resolve(store), 0, clock);
    return catchThrowableOfType(CommandFailure.class, () -> run(joining, code));
  }

  private static void run(Joining joining, JoinCode code) throws Exception {
    joining.run(code, (_, _) -> {});
  }

  private CompletableFuture<Membership> join(
      Path store, JoinCode code, CompletableFuture<String> shown) {
    CompletableFuture<Membership> joined = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon(true)
        .start(
            () -> {
              try {
                joined.complete(
                    new Joining(store, 0, clock)
                        .run(code, (_, comparison) -> shown.complete(comparison)));
              } catch (Exception e) {
                shown.completeExceptionally(e);
                joined.completeExceptionally(e);
              }
            });
    return joined;
  }

  /** What a peer sees of a broker: its certificate. */
  private static SSLServerSocket broker(HomeAuthority authority, String host) throws Exception {
    PeerKey key = PeerKey.generate();
    SSLServerSocket socket =
        (SSLServerSocket)
            TlsContexts.server(
                    key,
                    authority.certifyBroker(key.request("broker"), List.of(host)),
                    authority.certificate())
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              while (!socket.isClosed()) {
                try (SSLSocket client = (SSLSocket) socket.accept()) {
                  client.startHandshake();
                } catch (java.io.IOException e) {
                  continue; // a client that does not trust it, or the end of the test
                }
              }
            });
    return socket;
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
