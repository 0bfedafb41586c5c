package dev.kakera.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Digest;
import java.util.Arrays;
import java.util.HexFormat;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Project Wycheproof's cases for HMAC, HKDF and Ed25519 as this program calls them. */
class WycheproofKeyTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest(name = "case {0}")
  @CsvFileSource(
      resources = "/dev/kakera/core/wycheproof/hmac_sha256.csv",
      maxCharsPerColumn = 20_000,
      numLinesToSkip = 1)
  void keyedHashMakesTheTagsThatAreValidAndNoOther(
      int id, String key, String message, String tag, String result) {
    byte[] expected = HEX.parseHex(tag);
    Digest made = new KeyedHash(HEX.parseHex(key)).update(HEX.parseHex(message)).finish();
    boolean equal = Arrays.equals(Arrays.copyOf(made.toBytes(), expected.length), expected);
    assertThat(equal).as("case %d", id).isEqualTo(result.equals("valid"));
  }

  @ParameterizedTest(name = "case {0}")
  @CsvFileSource(
      resources = "/dev/kakera/core/wycheproof/hkdf_sha256.csv",
      maxCharsPerColumn = 20_000,
      numLinesToSkip = 1)
  void expandMakesTheKeysOrRefusesTheLength(
      int id, String ikm, String salt, String info, int size, String okm, String result) {
    byte[] saltOrZeros = salt.isEmpty() ? new byte[Digest.BYTES] : HEX.parseHex(salt);
    byte[] extracted = new KeyedHash(saltOrZeros).update(HEX.parseHex(ikm)).finish().toBytes();
    KeyedHash expander = new KeyedHash(extracted);
    byte[] label = HEX.parseHex(info);
    if (result.equals("valid")) {
      assertThat(HEX.formatHex(expander.expand(label, size))).as("case %d", id).isEqualTo(okm);
    } else {
      Assertions.assertThatIllegalArgumentException()
          .as("case %d", id)
          .isThrownBy(() -> expander.expand(label, size));
    }
  }

  @ParameterizedTest(name = "case {0}")
  @CsvFileSource(
      resources = "/dev/kakera/core/wycheproof/eddsa.csv",
      maxCharsPerColumn = 20_000,
      numLinesToSkip = 1)
  void verifiesTheSignaturesThatAreValidAndNoOther(
      int id, String key, String message, String signature, String result) {
    boolean verified =
        Signatures.verify(
            HEX.parseHex(key), new byte[0], HEX.parseHex(message), HEX.parseHex(signature));
    assertThat(verified).as("case %d", id).isEqualTo(result.equals("valid"));
  }
}
