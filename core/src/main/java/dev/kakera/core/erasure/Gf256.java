package dev.kakera.core.erasure;

/**
 * The field GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 ({@value #POLYNOMIAL}) and the
 * generator 2, the usual one of Reed-Solomon coders. Elements are {@code int}s from 0 to 255.
 * Addition and subtraction are {@code ^}.
 *
 * <p>Arguments are not checked here: an element outside 0 to 255 is a programmer's error, and fails
 * with an array bound or gives a meaningless answer.
 */
public final class Gf256 {
  /** The reduction polynomial, 0x11d. */
  public static final int POLYNOMIAL = 0x11d;

  /** How many elements the field has. */
  public static final int SIZE = 256;

  private static final int ORDER = SIZE - 1;

  /** Powers of the generator, written twice so that a sum of two logarithms needs no modulo. */
  private static final int[] EXP = new int[2 * ORDER];

  private static final int[] LOG = new int[SIZE];

  static {
    int element = 1;
    for (int power = 0; power < ORDER; power++) {
      EXP[power] = element;
      EXP[power + ORDER] = element;
      LOG[element] = power;
      element <<= 1;
      if (element >= SIZE) {
        element ^= POLYNOMIAL;
      }
    }
  }

  private Gf256() {}

  /** {@code a * b}. */
  public static int multiply(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[LOG[a] + LOG[b]];
  }

  /**
   * {@code a / b}.
   *
   * @throws ArithmeticException if {@code b} is zero
   */
  public static int divide(int a, int b) {
    return multiply(a, inverse(b));
  }

  /**
   * {@code 1 / a}.
   *
   * @throws ArithmeticException if {@code a} is zero
   */
  public static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("Zero has no inverse in GF(2^8)");
    }
    return EXP[ORDER - LOG[a]];
  }

  /** The generator, 2, to the given power from 0 to 254. */
  public static int exp(int power) {
    return EXP[power];
  }

  /** The power of the generator that gives {@code a}, which must not be zero. */
  public static int log(int a) {
    if (a == 0) {
      throw new ArithmeticException("Zero has no logarithm in GF(2^8)");
    }
    return LOG[a];
  }
}
