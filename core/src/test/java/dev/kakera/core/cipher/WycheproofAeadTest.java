package dev.kakera.core.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Project Wycheproof's cases for ChaCha20-Poly1305 with nonces of 12 bytes, on every way. */
class WycheproofAeadTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest(name = "case {0}")
  @CsvFileSource(
      resources = "/dev/kakera/core/wycheproof/chacha20_poly1305.csv",
      maxCharsPerColumn = 20_000,
      numLinesToSkip = 1)
  void sealsWhatIsValidAndOpensNothingElse(
      int id,
      String key,
      String nonce,
      String header,
      String plain,
      String sealed,
      String tag,
      String result) {
    boolean valid = result.equals("valid");
    byte[] secret = HEX.parseHex(key + nonce);
    byte[] head = HEX.parseHex(header);
    byte[] whole = HEX.parseHex(sealed + tag);
    byte[] text = HEX.parseHex(plain);
    for (Aead aead : Ways.all()) {
      byte[] opened = new byte[text.length];
      aead.begin(secret, head, 0, head.length);
      assertThat(aead.open(whole, 0, whole.length, opened, 0))
          .as("%s opens case %d", aead.name(), id)
          .isEqualTo(valid);
      if (valid) {
        byte[] made = new byte[whole.length];
        aead.begin(secret, head, 0, head.length);
        aead.seal(text, 0, text.length, made, 0);
        assertThat(opened).isEqualTo(text);
        assertThat(made).as("%s seals case %d", aead.name(), id).isEqualTo(whole);
      }
    }
  }
}
