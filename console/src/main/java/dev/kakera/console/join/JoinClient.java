package dev.kakera.console.join;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.CommandFailure.Missing;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.peer.TlsContexts;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.store.disk.HomeRef;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The peer's side of joining: speaks to the home of one code, and to no other. */
final class JoinClient {
  /** Orders end, so that clocks may not be far apart. */
  static final Duration CLOCKS_APART_MAX = Duration.ofMinutes(5);

  private static final int TIMEOUT_MILLIS = 15_000;
  private static final int REFUSED = 409;

  private final JoinCode code;
  private final InstantSource clock;
  private final SSLContext tls;
  private @Nullable X509Certificate authority;

  JoinClient(JoinCode code, InstantSource clock) {
    this.code = code;
    this.clock = clock;
    this.tls = TlsContexts.client(code::names);
  }

  /** The home's authority, once it has answered. */
  X509Certificate authority() {
    if (authority == null) {
      throw new IllegalStateException("the home was not asked yet");
    }
    return authority;
  }

  /**
   * Looks whether this machine can join; changes nothing, here or there.
   *
   * @return the name that the home gives
   * @throws CommandFailure with all that stands against it
   */
  String look() {
    Said said = say("?id=" + code.id(), Optional.empty());
    requireVersion(said.fields());
    List<Missing> missing = new ArrayList<>();
    Instant there = Instant.ofEpochMilli(Long.parseLong(said.fields().text("time")));
    Duration apart = Duration.between(there, clock.instant());
    if (apart.abs().compareTo(CLOCKS_APART_MAX) > 0) {
      missing.add(new Missing(MessageId.CLOCK_APART, clocks(there, apart)));
    }
    said.refusal().map(no -> new Missing(no.id(), no.getMessage())).ifPresent(missing::add);
    // With a wrong clock no certificate is good: that is not the broker's fault.
    if (missing.isEmpty()) {
      HostPort broker = HostPort.parse("the home's --peers", said.fields().text("broker"));
      brokerTrouble(broker)
          .map(why -> new Missing(MessageId.BROKER_UNREACHABLE, why))
          .ifPresent(missing::add);
    }
    CommandFailure.throwIfAny(missing);
    return said.fields().text("peer");
  }

  /** Asks to be accepted; empty until it is. */
  Optional<JoinAnswer> ask(JoinRequest request) {
    Said said = say("", Optional.of(request));
    requireVersion(said.fields());
    if (said.refusal().isPresent()) {
      throw said.refusal().get();
    }
    Fields fields = said.fields();
    if (fields.text("state").equals("waiting")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new JoinAnswer(
              fields.text("peer"),
              fields.bytes("certificate"),
              HostPort.parse("the home's --peers", fields.text("broker")),
              new HomeRef(RepoId.parse(fields.text("repo")), fields.bytes("home-key"))));
    } catch (IllegalArgumentException | MalformedException e) {
      throw notUnderstood(e);
    }
  }

  /** An answer, or a refusal with whatever else there was in it. */
  private record Said(Fields fields, Optional<CommandFailure> refusal) {}

  private Said say(String query, Optional<JoinRequest> asked) {
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection)
              URI.create("https://" + code.home() + JoinServer.PATH + query)
                  .toURL()
                  .openConnection();
      connection.setSSLSocketFactory(tls.getSocketFactory());
      // By its authority and purpose it is the home's, whatever name it goes by.
      connection.setHostnameVerifier((_, _) -> true);
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      connection.setUseCaches(false);
      if (asked.isPresent()) {
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.connect();
        Bytes channel = JoinServer.channel(connection.getSSLSession().orElseThrow());
        connection.getOutputStream().write(body(asked.get(), channel));
      }
      int status = connection.getResponseCode();
      Certificate[] shown = connection.getServerCertificates();
      authority = (X509Certificate) shown[shown.length - 1];
      return said(connection, status);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (IllegalArgumentException e) {
      throw notUnderstood(e);
    }
  }

  private byte[] body(JoinRequest request, Bytes channel) {
    return new Fields()
        .put("protocol", Integer.toString(JoinServer.PROTOCOL))
        .put("id", request.id())
        .put("request", request.request())
        .put("store-key", request.storeKey())
        .put("proof", code.mac(request.proven(channel)))
        .encode();
  }

  private Said said(HttpURLConnection connection, int status) throws IOException {
    try (InputStream body =
        status < HttpURLConnection.HTTP_BAD_REQUEST
            ? connection.getInputStream()
            : connection.getErrorStream()) {
      if (body == null || status != HttpURLConnection.HTTP_OK && status != REFUSED) {
        throw new IllegalArgumentException("it answers with status " + status);
      }
      Fields fields = Fields.decode(body.readNBytes(Fields.SIZE_MAX_BYTES + 1));
      if (status == HttpURLConnection.HTTP_OK) {
        return new Said(fields, Optional.empty());
      }
      MessageId id =
          Arrays.stream(MessageId.values())
              .filter(each -> each.name().equals(fields.text("id")))
              .findFirst()
              .orElse(MessageId.JOIN_REFUSED);
      return new Said(fields, Optional.of(new CommandFailure(id, fields.text("message"))));
    }
  }

  private static void requireVersion(Fields fields) {
    String theirs = fields.text("protocol");
    if (!theirs.equals(Integer.toString(JoinServer.PROTOCOL))) {
      throw new CommandFailure(
          MessageId.VERSION_UNEQUAL,
          "the home speaks version %s of joining, this program version %d; install the same version of kakera on both"
              .formatted(theirs, JoinServer.PROTOCOL));
    }
  }

  private String clocks(Instant there, Duration apart) {
    return "this machine's clock says %s, the home's %s: %s apart, expected at most %d min. Set the one that is wrong (timedatectl set-ntp true)"
        .formatted(
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            there.truncatedTo(ChronoUnit.SECONDS),
            words(apart.abs()),
            CLOCKS_APART_MAX.toMinutes());
  }

  private static String words(Duration apart) {
    return apart.toDays() > 0 ? apart.toDays() + " d" : apart.toMinutes() + " min";
  }

  /** What keeps this machine from the broker under the address that the home tells. */
  private Optional<String> brokerTrouble(HostPort broker) {
    String on = "the home tells peers to meet its broker at %s, and from here %s. ";
    String mend =
        "On the home: kakera broker --peers HOST:PORT with an address that this machine reaches";
    try (SSLSocket socket =
        (SSLSocket) TlsContexts.clientOf(authority()).getSocketFactory().createSocket()) {
      socket.connect(broker.resolve(), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of((on + mend).formatted(broker, "no machine has that name"));
    } catch (SSLException e) {
      return Optional.of(
          (on + mend)
              .formatted(broker, "another than the home's broker answers: " + e.getMessage()));
    } catch (IOException e) {
      return Optional.of((on + mend).formatted(broker, "it is not reached: " + e.getMessage()));
    }
  }

  private CommandFailure unreachable(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof TlsContexts.AnotherHomeCertificateException) {
        return new CommandFailure(
            MessageId.AUTHORITY_WRONG,
            "%s is not the home of this code: %s. Nothing was told to it. Check the address; on the home: kakera peer invite"
                .formatted(code.home(), cause.getMessage()),
            e);
      }
    }
    String why = e instanceof UnknownHostException ? "no machine has that name" : e.getMessage();
    return new CommandFailure(
        MessageId.HOME_UNREACHABLE,
        "the home is not reached at %s: %s. Is it running, and does its router let this port through? On the home: kakera home --join HOST:PORT with an address that this machine reaches"
            .formatted(code.home(), why),
        e);
  }

  private CommandFailure notUnderstood(RuntimeException e) {
    return new CommandFailure(
        MessageId.JOIN_REFUSED,
        "the answer of %s is not understood: %s. Install the same version of kakera on both"
            .formatted(code.home(), e.getMessage()),
        e);
  }
}
