package dev.kakera.console.join;

import dev.kakera.core.wire.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a home gives to a machine that is to be a peer: where the home is reached, by which
 * authority it is known, and a secret that is good once. Does not print itself.
 *
 * <pre>
 * text    = "KKR1-" then {@link CodeText} of payload
 * payload = length of all 1 | authority 16 | secret 16 | port 2 | host, UTF-8
 * </pre>
 *
 * The secret itself is never sent: the peer names it by {@link #id} and proves it by {@link #mac}.
 */
public final class JoinCode implements AutoCloseable {
  /** How much of the SHA-256 of the authority's public key there is in a code. */
  public static final int AUTHORITY_BYTES = 16;

  private static final String FAMILY = "KKR";
  private static final String VERSION = "1";
  private static final int SECRET_BYTES = 16;
  private static final int ID_BYTES = 8;
  private static final int FIXED_BYTES = 1 + AUTHORITY_BYTES + SECRET_BYTES + 2;

  private final HostPort home;
  private final Bytes authority;
  private final byte[] secret;

  private JoinCode(HostPort home, Bytes authority, byte[] secret) {
    this.home = home;
    this.authority = authority;
    this.secret = secret;
  }

  /**
   * A new one.
   *
   * @param fingerprint of the authority, in hexadecimal
   */
  static JoinCode create(HostPort home, String fingerprint, SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new JoinCode(home, authorityOf(fingerprint), secret);
  }

  private static Bytes authorityOf(String fingerprint) {
    return Bytes.takeOwnershipOf(
        Arrays.copyOf(HexFormat.of().parseHex(fingerprint), AUTHORITY_BYTES));
  }

  /**
   * Reads one as people copied it.
   *
   * @throws WrongCodeException when it is mistyped, cut off, or of another version
   */
  public static JoinCode parse(String text) throws WrongCodeException {
    String trimmed = text.strip().toUpperCase(Locale.ROOT);
    if (!trimmed.matches("(?s)" + FAMILY + "[0-9]+-.*")) {
      throw new WrongCodeException(
          "this is no join code: it does not begin with %s%s-; copy all of what the home shows"
              .formatted(FAMILY, VERSION));
    }
    int dash = trimmed.indexOf('-');
    String version = trimmed.substring(FAMILY.length(), dash);
    if (!version.equals(VERSION)) {
      throw new WrongCodeException(
          "the join code is of version %s, this program reads %s; use the version of kakera here that the home has"
              .formatted(version, VERSION));
    }
    byte[] payload = CodeText.decode(trimmed.substring(dash + 1));
    if (payload.length <= FIXED_BYTES || (payload[0] & 0xFF) != payload.length) {
      throw new WrongCodeException(
          "the join code is cut off: it has %d bytes of %d; copy all of what the home shows"
              .formatted(payload.length, payload.length == 0 ? 0 : payload[0] & 0xFF));
    }
    ByteBuffer buffer = ByteBuffer.wrap(payload).position(1);
    byte[] authority = new byte[AUTHORITY_BYTES];
    byte[] secret = new byte[SECRET_BYTES];
    buffer.get(authority).get(secret);
    int port = buffer.getShort() & 0xFFFF;
    String host =
        new String(payload, FIXED_BYTES, payload.length - FIXED_BYTES, StandardCharsets.UTF_8);
    return new JoinCode(new HostPort(host, port), Bytes.takeOwnershipOf(authority), secret);
  }

  /** As people copy it: the one way in which the secret leaves. */
  public String text() {
    byte[] host = home.host().getBytes(StandardCharsets.UTF_8);
    ByteBuffer payload =
        ByteBuffer.allocate(FIXED_BYTES + host.length)
            .put((byte) (FIXED_BYTES + host.length))
            .put(authority.toBytes())
            .put(secret)
            .putShort((short) home.port())
            .put(host);
    return FAMILY + VERSION + "-" + CodeText.encode(payload.array());
  }

  /** Where the home serves those that join. */
  public HostPort home() {
    return home;
  }

  /** Whether an authority is the one that this code names. */
  public boolean names(String fingerprint) {
    return authority.equals(authorityOf(fingerprint));
  }

  /** Names the code without giving it away; 16 hexadecimal digits. */
  public String id() {
    return HexFormat.of().formatHex(Arrays.copyOf(mac("id", Bytes.EMPTY).toBytes(), ID_BYTES));
  }

  /** Proves that whoever says this has the code; 32 bytes. */
  Bytes mac(Bytes message) {
    return mac("ask", message);
  }

  private Bytes mac(String purpose, Bytes message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(
          ("kakera join " + VERSION + " " + purpose + "\0").getBytes(StandardCharsets.US_ASCII));
      return Bytes.takeOwnershipOf(mac.doFinal(message.toBytes()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HMAC-SHA-256", e);
    }
  }

  @Override
  public void close() {
    Arrays.fill(secret, (byte) 0);
  }

  @Override
  public String toString() {
    return "JoinCode for " + home;
  }
}
