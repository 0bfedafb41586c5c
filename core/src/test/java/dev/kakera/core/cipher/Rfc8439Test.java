package dev.kakera.core.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The test vectors of RFC 8439 for the whole: its sections 2.8.2 and A.5. */
class Rfc8439Test {
  private static final HexFormat HEX = HexFormat.of();
  private static final String KEY_OF_A5 =
      "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0";

  private static String hex(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static List<Aead> ways() {
    return Ways.all();
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
    aead.begin(HEX.parseHex(KEY_OF_A5 + "000000000102030405060708"), header, 0, header.length);
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
