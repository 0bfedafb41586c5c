package dev.kakera.console.join;

import dev.kakera.core.wire.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/**
 * What a peer asks to have accepted.
 *
 * @param id of the code that it was given
 * @param request for a certificate, PKCS #10
 * @param storeKey that verifies its receipts
 */
record JoinRequest(String id, Bytes request, Bytes storeKey) {
  private static final int DIGITS_MODULUS = 1_000_000;

  /**
   * What is proven with the code.
   *
   * @param channel of the TLS connection, so that a proof is good in no other
   */
  Bytes proven(Bytes channel) {
    return sized(Bytes.utf8(id), request, storeKey, channel);
  }

  /**
   * Six digits that both sides show: whoever stands between them has others on one side.
   *
   * @param authority fingerprint of the home's
   */
  String comparison(String authority) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  sized(Bytes.utf8("kakera join compare"), Bytes.utf8(authority), request, storeKey)
                      .toBytes());
      long number = ByteBuffer.wrap(digest).getLong() >>> 1;
      String digits = "%06d".formatted(number % DIGITS_MODULUS);
      return digits.substring(0, 3) + " " + digits.substring(3);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  private static Bytes sized(Bytes... parts) {
    int size = 0;
    for (Bytes part : parts) {
      size += Integer.BYTES + part.length();
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    for (Bytes part : parts) {
      all.putInt(part.length()).put(part.toBytes());
    }
    return Bytes.takeOwnershipOf(all.array());
  }

  /** What the connection's exporter is asked for. */
  static final String CHANNEL_LABEL = "EXPORTER-kakera-join";

  static byte[] channelContext() {
    return "1".getBytes(StandardCharsets.US_ASCII);
  }
}
