package dev.kakera.core.vectors;

import java.util.List;
import java.util.SplittableRandom;

/** One seeded source of everything that a property test chooses; a failure names the seed. */
public final class Choices {
  private final SplittableRandom random;

  public Choices(long seed) {
    random = new SplittableRandom(seed);
  }

  /** What must hold for all choices. */
  @FunctionalInterface
  public interface Property {
    void check(Choices choices) throws Exception;
  }

  /** Checks a property with {@code runs} seeds, from {@code firstSeed} on. */
  public static void forAll(long firstSeed, int runs, Property property) {
    for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
      try {
        property.check(new Choices(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "does not hold for seed %d: run forAll(%d, 1, ...); %s"
                .formatted(seed, seed, e.getMessage()),
            e);
      }
    }
  }

  /** From {@code min} to {@code max}, both included. */
  public int between(int min, int max) {
    return random.nextInt(min, max + 1);
  }

  public long number() {
    return random.nextLong();
  }

  /** A long that is small as often as it is large. */
  public long anySize() {
    return random.nextLong() >>> random.nextInt(1, 64);
  }

  /** True once in {@code times}. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  public byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Bytes that a compressor makes something of. */
  public byte[] text(int size) {
    byte[] bytes = new byte[size];
    for (int at = 0; at < size; at++) {
      int letter = random.nextInt(26);
      bytes[at] = (byte) ('a' + (letter & random.nextInt(26)));
    }
    return bytes;
  }

  @SafeVarargs
  public final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  public <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
