package dev.kakera.console.join;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.peer.CertificateRefusedException;
import dev.kakera.console.peer.HomeAuthority;
import dev.kakera.console.peer.PeerKey;
import dev.kakera.console.peer.TlsContexts;
import dev.kakera.core.wire.Bytes;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where machines that have a code ask to be peers: TLS 1.3 with a certificate of the home's. */
public final class JoinServer implements AutoCloseable {
  static final String PATH = "/v1/join";

  /** Of what the two say to each other. */
  static final int PROTOCOL = 1;

  static final int CHANNEL_BYTES = 32;

  private static final Logger LOG = LoggerFactory.getLogger(JoinServer.class);
  private static final int REFUSED = 409;

  private final HttpsServer server;
  private final ExecutorService executor;
  private final JoinDesk desk;
  private final HostPort broker;
  private final InstantSource clock;

  private JoinServer(HttpsServer server, JoinDesk desk, HostPort broker, InstantSource clock) {
    this.server = server;
    this.executor = Executors.newVirtualThreadPerTaskExecutor();
    this.desk = desk;
    this.broker = broker;
    this.clock = clock;
  }

  /** Limits how long a request may come in. To be called before the first server is made. */
  public static void limitRequests() {
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
  }

  /**
   * Listens at every address of this machine.
   *
   * @param home where peers reach it; the port is also the one to listen at
   * @param broker where peers reach the broker
   */
  public static JoinServer start(
      HostPort home, HostPort broker, HomeAuthority authority, JoinDesk desk, InstantSource clock)
      throws IOException {
    HttpsServer server;
    try {
      server = HttpsServer.create(new InetSocketAddress(home.port()), 0);
    } catch (BindException e) {
      throw new CommandFailure(
          MessageId.PORT_TAKEN,
          "--join: port %d is in use by another program; name another".formatted(home.port()),
          e);
    }
    server.setHttpsConfigurator(new Tls13(context(authority, home.host())));
    JoinServer started = new JoinServer(server, desk, broker, clock);
    server.createContext(PATH, started::handle);
    server.setExecutor(started.executor);
    server.start();
    return started;
  }

  private static SSLContext context(HomeAuthority authority, String host) {
    PeerKey key = PeerKey.generate();
    try {
      return TlsContexts.server(
          key,
          authority.certifyBroker(key.request("join"), List.of(host)),
          authority.certificate());
    } catch (CertificateRefusedException e) {
      throw new CommandFailure(MessageId.FAILED, e.getMessage(), e);
    }
  }

  private static final class Tls13 extends HttpsConfigurator {
    private Tls13(SSLContext context) {
      super(context);
    }

    @Override
    public void configure(HttpsParameters parameters) {
      SSLParameters only = getSSLContext().getDefaultSSLParameters();
      only.setProtocols(new String[] {"TLSv1.3"});
      parameters.setSSLParameters(only);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Fields answer;
      int status = 200;
      try {
        answer =
            switch (exchange.getRequestMethod()) {
              case "GET" -> hello(exchange);
              case "POST" -> ask((HttpsExchange) exchange);
              default -> throw new IllegalArgumentException("expected GET or POST");
            };
      } catch (CommandFailure refused) {
        LOG.info("a machine that joins was refused: {}", refused.getMessage());
        status = REFUSED;
        answer = refusal(refused);
      } catch (IllegalArgumentException malformed) {
        status = REFUSED;
        answer =
            refusal(
                new CommandFailure(
                    MessageId.JOIN_REFUSED,
                    "the home does not understand the request: " + malformed.getMessage(),
                    malformed));
      }
      byte[] body = common(answer).encode();
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static Fields refusal(CommandFailure refused) {
    return new Fields().put("id", refused.id().name()).put("message", refused.getMessage());
  }

  private Fields common(Fields fields) {
    return fields
        .put("protocol", Integer.toString(PROTOCOL))
        .put("time", Long.toString(clock.millis()));
  }

  private Fields hello(HttpExchange exchange) {
    String id = String.valueOf(exchange.getRequestURI().getQuery()).replace("id=", "");
    return new Fields().put("peer", desk.peerOf(id)).put("broker", broker.toString());
  }

  private Fields ask(HttpsExchange exchange) throws IOException {
    Fields asked = Fields.decode(exchange.getRequestBody().readNBytes(Fields.SIZE_MAX_BYTES + 1));
    JoinRequest request =
        new JoinRequest(asked.text("id"), asked.bytes("request"), asked.bytes("store-key"));
    Optional<JoinAnswer> answer =
        desk.ask(request, channel(exchange.getSSLSession()), asked.bytes("proof"));
    if (answer.isEmpty()) {
      return new Fields().put("state", "waiting");
    }
    return new Fields()
        .put("state", "accepted")
        .put("peer", answer.get().peer())
        .put("certificate", answer.get().certificate())
        .put("broker", answer.get().broker().toString())
        .put("repo", answer.get().home().repo().toString())
        .put("home-key", answer.get().home().publicKey());
  }

  /** What names this one connection to both of its ends, and to nobody else. */
  static Bytes channel(SSLSession session) throws SSLKeyException {
    return Bytes.takeOwnershipOf(
        ((ExtendedSSLSession) session)
            .exportKeyingMaterialData(
                JoinRequest.CHANNEL_LABEL, JoinRequest.channelContext(), CHANNEL_BYTES));
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
