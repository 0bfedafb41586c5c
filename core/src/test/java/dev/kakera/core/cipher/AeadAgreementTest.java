package dev.kakera.core.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.modes.ChaCha20Poly1305;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way gives the bytes that Bouncy Castle gives, and refuses what was tampered with. */
class AeadAgreementTest {
  private static final int OFFSET = 3;

  static List<Aead> ways() {
    return Ways.all();
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] filled(int length, byte value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, value);
    return bytes;
  }

  private static byte[] expected(byte[] secret, byte[] header, byte[] plain)
      throws InvalidCipherTextException {
    ChaCha20Poly1305 other = new ChaCha20Poly1305();
    KeyParameter key = new KeyParameter(secret, 0, Aead.KEY_BYTES);
    byte[] nonce = Arrays.copyOfRange(secret, Aead.KEY_BYTES, Aead.SECRET_BYTES);
    other.init(true, new AEADParameters(key, 8 * Aead.TAG_BYTES, nonce, header));
    byte[] sealed = new byte[plain.length + Aead.TAG_BYTES];
    int done = other.processBytes(plain, 0, plain.length, sealed, 0);
    other.doFinal(sealed, done);
    return sealed;
  }

  private static void agrees(Aead aead, byte[] secret, byte[] header, byte[] plain)
      throws InvalidCipherTextException {
    byte[] expected = expected(secret, header, plain);
    byte[] in = new byte[OFFSET + plain.length];
    System.arraycopy(plain, 0, in, OFFSET, plain.length);
    byte[] sealed = new byte[expected.length + 2 * OFFSET];
    aead.begin(secret, header, 0, header.length);
    aead.seal(in, OFFSET, plain.length, sealed, OFFSET);
    String what = "%s, %d bytes, header of %d".formatted(aead.name(), plain.length, header.length);
    assertThat(Arrays.copyOfRange(sealed, OFFSET, OFFSET + expected.length))
        .as(what)
        .isEqualTo(expected);
    assertThat(Arrays.copyOfRange(sealed, OFFSET + expected.length, sealed.length))
        .as("%s: bytes behind the tag", what)
        .containsOnly(0);
    byte[] opened = new byte[plain.length + 1];
    aead.begin(secret, header, 0, header.length);
    assertThat(aead.open(sealed, OFFSET, expected.length, opened, 1)).as(what).isTrue();
    assertThat(Arrays.copyOfRange(opened, 1, opened.length)).as(what).isEqualTo(plain);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void agreesAtEveryShortLengthAndAroundEveryStep(Aead aead) throws InvalidCipherTextException {
    Random random = new Random(8439);
    for (int length = 0; length <= 700; length++) {
      agrees(aead, bytes(random, 44), bytes(random, length % 50), bytes(random, length));
    }
    for (int step : new int[] {1024, 4096, 8192, 16384, 32768, 65536}) {
      for (int more = -65; more <= 65; more += 13) {
        agrees(aead, bytes(random, 44), bytes(random, 100), bytes(random, step + more));
      }
    }
  }

  /**
   * Ciphertexts all of ones carry furthest; a plaintext that gives them is made with the cipher.
   */
  @ParameterizedTest
  @MethodSource("ways")
  void agreesWhereEveryLimbIsFull(Aead aead) throws InvalidCipherTextException {
    Random random = new Random(1305);
    for (int fill : new int[] {0xff, 0x00, 0x7f, 0x80}) {
      for (int length : new int[] {16, 48, 64, 1024, 1040, 4096, 20000}) {
        byte[] secret = bytes(random, 44);
        byte[] keyStream = expected(secret, new byte[0], new byte[length]);
        byte[] plain = new byte[length];
        for (int index = 0; index < length; index++) {
          plain[index] = (byte) (keyStream[index] ^ fill);
        }
        byte[] header = new byte[32];
        Arrays.fill(header, (byte) fill);
        agrees(aead, secret, header, plain);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void sealsInPlaceAndTheSameAgain(Aead aead) throws InvalidCipherTextException {
    Random random = new Random(7);
    byte[] secret = bytes(random, 44);
    byte[] header = bytes(random, 100);
    byte[] plain = bytes(random, 30_000);
    for (int time = 0; time < 3; time++) {
      byte[] place = Arrays.copyOf(plain, plain.length + Aead.TAG_BYTES);
      aead.begin(secret, header, 0, header.length);
      aead.seal(place, 0, plain.length, place, 0);
      assertThat(place).as("time %d", time).isEqualTo(expected(secret, header, plain));
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void handsNothingOutOfWhatWasTamperedWith(Aead aead) throws InvalidCipherTextException {
    Random random = new Random(9);
    byte[] header = bytes(random, 100);
    for (int length : new int[] {0, 1, 15, 16, 17, 700, 9000, 40_000}) {
      byte[] secret = bytes(random, 44);
      byte[] sealed = expected(secret, header, bytes(random, length));
      for (int bit = 0; bit < 8 * sealed.length; bit += 1 + bit / 64) {
        byte[] other = sealed.clone();
        other[bit / 8] ^= (byte) (1 << bit % 8);
        byte[] opened = filled(length, (byte) 0x5a);
        aead.begin(secret, header, 0, header.length);
        assertThat(aead.open(other, 0, other.length, opened, 0)).as("bit %d", bit).isFalse();
        assertThat(opened)
            .as("as it was, or zeros")
            .isIn(filled(length, (byte) 0x5a), new byte[length]);
      }
    }
  }
}
