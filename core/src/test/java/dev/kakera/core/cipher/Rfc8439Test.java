package dev.kakera.core.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The test vectors of RFC 8439: its sections 2.8.2 and A.1 to A.5. */
class Rfc8439Test {
  private static final HexFormat HEX = HexFormat.of();
  private static final String ZERO_KEY = "00".repeat(32);
  private static final String KEY_ONE = "00".repeat(31) + "01";
  private static final String KEY_THREE =
      "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0";
  private static final String NONCE_TWO = "00".repeat(11) + "02";
  private static final String R_OF_SUBMISSION = "36e5f6b5c5e06070f0efca96227a863e";
  private static final String SUBMISSION =
      hex(
          "Any submission to the IETF intended by the Contributor for publication as all or part"
              + " of an IETF Internet-Draft or RFC and any statement made within the context of an"
              + " IETF activity is considered an \"IETF Contribution\". Such statements include"
              + " oral statements in IETF sessions, as well as written and electronic"
              + " communications made at any time or place, which are addressed to");
  private static final String JABBERWOCKY =
      hex(
          "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\n"
              + "All mimsy were the borogoves,\nAnd the mome raths outgrabe.");

  private static String hex(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static List<Aead> ways() {
    return Ways.all();
  }

  static List<ChaCha20> streams() {
    return Ways.streams();
  }

  private static byte[] stream(ChaCha20 stream, String key, String nonce, int from, byte[] text) {
    byte[] blockZero = new byte[ChaCha20.BLOCK_BYTES];
    stream.begin(HEX.parseHex(key + nonce), blockZero);
    byte[] result = text.clone();
    if (from == 0) {
      for (int index = 0; index < text.length; index++) {
        result[index] ^= blockZero[index];
      }
    } else {
      byte[] skipped = new byte[(from - 1) * ChaCha20.BLOCK_BYTES];
      stream.crypt(skipped, 0, skipped.length, skipped, 0);
      stream.crypt(text, 0, text.length, result, 0);
    }
    stream.end();
    return result;
  }

  @ParameterizedTest
  @MethodSource("streams")
  void makesTheKeyStreamsOfA1AndTheKeysOfA4(ChaCha20 stream) {
    String[][] vectors = {
      {ZERO_KEY, "00".repeat(12), "0", Rfc8439Streams.A1_1},
      {ZERO_KEY, "00".repeat(12), "1", Rfc8439Streams.A1_2},
      {KEY_ONE, "00".repeat(12), "1", Rfc8439Streams.A1_3},
      {"00ff" + "00".repeat(30), "00".repeat(12), "2", Rfc8439Streams.A1_4},
      {ZERO_KEY, NONCE_TWO, "0", Rfc8439Streams.A1_5},
      {KEY_ONE, NONCE_TWO, "0", Rfc8439Streams.A4_2},
      {KEY_THREE, NONCE_TWO, "0", Rfc8439Streams.A4_3},
    };
    for (String[] vector : vectors) {
      byte[] zeros = new byte[vector[3].length() / 2];
      byte[] got = stream(stream, vector[0], vector[1], Integer.parseInt(vector[2]), zeros);
      assertThat(HEX.formatHex(got)).as(vector[0] + " " + vector[2]).isEqualTo(vector[3]);
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void encryptsTheTextsOfA2(ChaCha20 stream) {
    byte[] submission = stream(stream, KEY_ONE, NONCE_TWO, 1, HEX.parseHex(SUBMISSION));
    byte[] jabberwocky = stream(stream, KEY_THREE, NONCE_TWO, 42, HEX.parseHex(JABBERWOCKY));

    assertThat(HEX.formatHex(submission)).isEqualTo(Rfc8439Streams.A2_2);
    assertThat(HEX.formatHex(jabberwocky)).isEqualTo(Rfc8439Streams.A2_3);
  }

  private static String tag(String key, String text) {
    byte[] bytes = HEX.parseHex(text);
    byte[] tag = new byte[Aead.TAG_BYTES];
    Poly1305 mac = new Poly1305();
    mac.begin(HEX.parseHex(key), 0);
    mac.absorbLast(bytes, 0, bytes.length);
    mac.finish(tag, 0);
    return HEX.formatHex(tag);
  }

  @Test
  void authenticatesTheTextsOfA3() {
    String none = "00".repeat(16);
    assertThat(tag(none + none, "00".repeat(64))).isEqualTo(none);
    assertThat(tag(none + R_OF_SUBMISSION, SUBMISSION)).isEqualTo(R_OF_SUBMISSION);
    assertThat(tag(R_OF_SUBMISSION + none, SUBMISSION))
        .isEqualTo("f3477e7cd95417af89a6b8794c310cf0");
    assertThat(tag(KEY_THREE, JABBERWOCKY)).isEqualTo("4541669a7eaaee61e708dc7cbcc5eb62");
  }

  /** A.3, vectors 5 to 11: carries that an implementation may lose. */
  @ParameterizedTest
  @CsvSource({
    "02, 00, ffffffffffffffffffffffffffffffff, 03000000000000000000000000000000",
    "02, ff, 02000000000000000000000000000000, 03000000000000000000000000000000",
    "01, 00, fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff"
        + "11000000000000000000000000000000, 05000000000000000000000000000000",
    "01, 00, fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe"
        + "01010101010101010101010101010101, 00000000000000000000000000000000",
    "02, 00, fdffffffffffffffffffffffffffffff, faffffffffffffffffffffffffffffff",
    "0100000000000000040000, 00, e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000"
        + "0000000000000000000000000000010000000000000000000000000000"
        + "00, 14000000000000005500000000000000",
    "0100000000000000040000, 00, e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000"
        + "00000000000000000000000000000000, 13000000000000000000000000000000",
  })
  void carriesAsInA3(String r, String s, String text, String expected) {
    String key = (r + "00".repeat(16)).substring(0, 32) + s.repeat(16);
    assertThat(tag(key, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void sealsTheMessageOfSection282AndOpensThatOfA5(Aead aead) {
    String sunscreen =
        hex(
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the"
                + " future, sunscreen would be it.");
    String drafts =
        hex(
            "Internet-Drafts are draft documents valid for a maximum of six months and may be"
                + " updated, replaced, or obsoleted by other documents at any time. It is"
                + " inappropriate to use Internet-Drafts as reference material or to cite them"
                + " other than as /\u201cwork in progress./\u201d");
    String key = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f";

    assertThat(
            sealed(aead, key + "070000004041424344454647", "50515253c0c1c2c3c4c5c6c7", sunscreen))
        .isEqualTo(Rfc8439Streams.SECTION_2_8_2);
    byte[] sealed = HEX.parseHex(Rfc8439Streams.A5);
    byte[] header = HEX.parseHex("f33388860000000000004e91");
    byte[] opened = new byte[sealed.length - Aead.TAG_BYTES];
    aead.begin(HEX.parseHex(KEY_THREE + "000000000102030405060708"), header, 0, header.length);
    assertThat(aead.open(sealed, 0, sealed.length, opened, 0)).isTrue();
    assertThat(HEX.formatHex(opened)).isEqualTo(drafts);
  }

  private static String sealed(Aead aead, String secret, String header, String text) {
    byte[] plain = HEX.parseHex(text);
    byte[] head = HEX.parseHex(header);
    byte[] target = new byte[plain.length + Aead.TAG_BYTES];
    aead.begin(HEX.parseHex(secret), head, 0, head.length);
    aead.seal(plain, 0, plain.length, target, 0);
    return HEX.formatHex(target);
  }
}
