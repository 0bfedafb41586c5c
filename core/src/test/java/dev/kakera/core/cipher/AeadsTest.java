package dev.kakera.core.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not the JDK's equal is found out before it seals anything of anybody's. */
class AeadsTest {
  private enum Flaw {
    OTHER_BYTE,
    OPENS_ANYTHING,
    OPENS_NOTHING,
    OTHER_PLAINTEXT
  }

  @Test
  void takesEveryWayThatCanRunHere() {
    assertThat(Ways.all()).allMatch(Aeads::agreesWithJdk);
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void refusesOneWithAFlaw(Flaw flaw) {
    assertThat(Aeads.agreesWithJdk(new Flawed(flaw))).isFalse();
  }

  /** The JDK's, but for one flaw. */
  private static final class Flawed implements Aead {
    private final Aead right = new JdkAead();
    private final Flaw flaw;

    Flawed(Flaw flaw) {
      this.flaw = flaw;
    }

    @Override
    public String name() {
      return flaw.name();
    }

    @Override
    public void begin(byte[] secret, byte[] header, int headerOffset, int headerLength) {
      right.begin(secret, header, headerOffset, headerLength);
    }

    @Override
    public void seal(byte[] plain, int offset, int length, byte[] target, int targetOffset) {
      right.seal(plain, offset, length, target, targetOffset);
      if (flaw == Flaw.OTHER_BYTE) {
        target[targetOffset + length - 1] ^= 1;
      }
    }

    @Override
    public boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset) {
      boolean intact = right.open(sealed, offset, length, target, targetOffset);
      if (flaw == Flaw.OTHER_PLAINTEXT) {
        target[targetOffset] ^= 1;
      }
      return switch (flaw) {
        case OPENS_ANYTHING -> true;
        case OPENS_NOTHING -> false;
        case OTHER_BYTE, OTHER_PLAINTEXT -> intact;
      };
    }
  }
}
