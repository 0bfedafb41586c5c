package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class Gf256Test {
  @Test
  void multipliesLikePolynomials() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        if (Gf256.multiply(a, b) != product(a, b)) {
          assertThat(Gf256.multiply(a, b)).as(a + " x " + b).isEqualTo(product(a, b));
        }
      }
    }
  }

  @Test
  void isCommutativeAssociativeAndDistributive() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        int ab = Gf256.multiply(a, b);
        check(ab == Gf256.multiply(b, a), "commutative", a, b, 0);
        for (int c = 0; c < 256; c++) {
          int bc = Gf256.multiply(b, c);
          check(Gf256.multiply(ab, c) == Gf256.multiply(a, bc), "associative", a, b, c);
          check(Gf256.multiply(a, b ^ c) == (ab ^ Gf256.multiply(a, c)), "distributive", a, b, c);
        }
      }
    }
  }

  @Test
  void givesEveryElementButZeroAnInverse() {
    for (int a = 1; a < 256; a++) {
      assertThat(Gf256.multiply(a, Gf256.inverse(a))).isEqualTo(1);
      for (int b = 0; b < 256; b++) {
        check(Gf256.divide(Gf256.multiply(a, b), a) == b, "divides", a, b, 0);
      }
    }
  }

  @Test
  void reachesEveryElementByPowersOfTwo() {
    int element = 1;
    for (int power = 0; power < 255; power++) {
      assertThat(Gf256.exp(power)).isEqualTo(element);
      assertThat(Gf256.log(element)).isEqualTo(power);
      element = product(element, 2);
    }
    assertThat(element).as("the generator's order is 255").isEqualTo(1);
  }

  @Test
  void refusesToDivideByZero() {
    assertThatThrownBy(() -> Gf256.inverse(0)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Gf256.divide(1, 0)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Gf256.log(0)).isInstanceOf(ArithmeticException.class);
  }

  /** Long multiplication of polynomials, then long division by 0x11d. */
  private static int product(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      if ((b >> bit & 1) != 0) {
        product ^= a << bit;
      }
    }
    for (int bit = 14; bit >= 8; bit--) {
      if ((product >> bit & 1) != 0) {
        product ^= 0x11d << (bit - 8);
      }
    }
    return product;
  }

  private static void check(boolean holds, String law, int a, int b, int c) {
    if (!holds) {
      throw new AssertionError(law + " fails for " + a + ", " + b + ", " + c);
    }
  }
}
