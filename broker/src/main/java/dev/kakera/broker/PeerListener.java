package dev.kakera.broker;

import dev.kakera.schemas.PeerRights;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A second listener of a broker, for peers on other machines: TLS 1.3 with certificates on both
 * sides. With it the broker asks for rights: a peer has those of {@link PeerRights} and no others,
 * and whoever reaches the plaintext listener, on loopback only, has all.
 *
 * @param bind address to listen at, such as {@code 0.0.0.0}
 * @param port port to listen at
 * @param advertised {@code host:port} under which peers reach it
 * @param keyStore PEM file with the broker's key and its certificate
 * @param trustStore PEM file with the certificate of the authority that peers must come from
 */
public record PeerListener(
    String bind, int port, String advertised, Path keyStore, Path trustStore) {
  static final String NAME = "PEERS";

  private static final String PREFIX = "listener.name.peers.ssl.";

  public PeerListener {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port of the peers' listener: got " + port);
    }
    if (!advertised.matches("[^:\\s]+:[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "address of the peers' listener: got \"" + advertised + "\", expected HOST:PORT");
    }
  }

  String listener() {
    return NAME + "://" + bind + ":" + port;
  }

  String advertisedListener() {
    return NAME + "://" + advertised;
  }

  /** Everything but the addresses. */
  SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(PREFIX + "client.auth", "required");
    settings.put(PREFIX + "protocol", "TLSv1.3");
    settings.put(PREFIX + "enabled.protocols", "TLSv1.3");
    settings.put(PREFIX + "keystore.type", "PEM");
    settings.put(PREFIX + "keystore.location", keyStore.toAbsolutePath().toString());
    settings.put(PREFIX + "truststore.type", "PEM");
    settings.put(PREFIX + "truststore.location", trustStore.toAbsolutePath().toString());
    settings.put(PREFIX + "principal.mapping.rules", PeerRights.PRINCIPAL_RULE);
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    settings.put("allow.everyone.if.no.acl.found", "false");
    // The plaintext listeners' principal. On the peers' listener nobody is without a certificate.
    settings.put("super.users", "User:ANONYMOUS");
    return settings;
  }
}
