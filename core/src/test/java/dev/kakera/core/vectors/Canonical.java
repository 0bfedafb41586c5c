package dev.kakera.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.wire.MalformedException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** The canonical form of a format (I-35): what decodes encodes to the same bytes again. */
public final class Canonical {
  private Canonical() {}

  /**
   * Changes {@code valid} in {@code runs} ways; each is refused by its class or decodes to
   * something that encodes to the very bytes.
   *
   * @param again decodes and encodes
   * @return how many changed inputs were accepted
   */
  public static int check(Choices choices, byte[] valid, int runs, UnaryOperator<byte[]> again) {
    assertThat(again.apply(valid)).isEqualTo(valid);
    int accepted = 0;
    for (int run = 0; run < runs; run++) {
      byte[] changed = mutate(choices, valid);
      try {
        byte[] encoded = again.apply(changed);
        assertThat(encoded).isEqualTo(changed);
        accepted++;
      } catch (MalformedException _) {
        // refused by its class, as it must be
      }
    }
    return accepted;
  }

  private static byte[] mutate(Choices choices, byte[] valid) {
    byte[] changed = valid.clone();
    int at = choices.between(0, valid.length - 1);
    switch (choices.between(0, 5)) {
      case 0 -> changed[at] ^= (byte) (1 << choices.between(0, 7));
      case 1 -> changed[at] = choices.of((byte) 0, (byte) 1, (byte) 0x7f, (byte) 0x80, (byte) -1);
      case 2 -> changed = Arrays.copyOf(valid, at);
      case 3 -> changed = Arrays.copyOf(valid, valid.length + choices.between(1, 3));
      case 4 -> {
        // One byte more in the middle: this is how a number gets longer than it is.
        changed = new byte[valid.length + 1];
        System.arraycopy(valid, 0, changed, 0, at);
        changed[at] = (byte) (valid[at] | 0x80);
        System.arraycopy(valid, at + 1, changed, at + 2, valid.length - at - 1);
      }
      default -> {
        int from = choices.between(0, valid.length - 1);
        int size = Math.min(choices.between(1, 40), valid.length - Math.max(at, from));
        System.arraycopy(valid, from, changed, at, size);
      }
    }
    return changed;
  }
}
