package dev.kakera.core.vectors;

import dev.kakera.core.wire.MalformedException.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Ways to spoil bytes, each with the class it must be refused with. */
final class Mutations {
  private final List<Vector> vectors;
  private final VectorKind kind;
  private final Function<byte[], Object[]> given;
  private String prefix = "";

  /**
   * @param given the inputs of a vector with these bytes
   */
  Mutations(List<Vector> vectors, VectorKind kind, Function<byte[], Object[]> given) {
    this.vectors = vectors;
    this.kind = kind;
    this.given = given;
  }

  /** What the names of the following vectors begin with. */
  Mutations of(String part) {
    prefix = part + ", ";
    return this;
  }

  Mutations refused(String name, Failure failure, byte[] bytes) {
    vectors.add(Vector.refused(prefix + name, kind, failure.name(), given.apply(bytes)));
    return this;
  }

  Mutations truncated(byte[] bytes, int... sizes) {
    for (int size : sizes) {
      refused("cut to " + size + " bytes", Failure.TRUNCATED, Arrays.copyOf(bytes, size));
    }
    return this;
  }

  Mutations trailing(byte[] bytes) {
    return refused("one byte more", Failure.TRAILING, Arrays.copyOf(bytes, bytes.length + 1));
  }

  /** Bytes from {@code offset} on replaced. */
  Mutations with(String name, Failure failure, byte[] bytes, int offset, int... values) {
    return refused(name, failure, changed(bytes, offset, values));
  }

  Mutations flipped(String name, Failure failure, byte[] bytes, int offset) {
    return with(name, failure, bytes, offset, bytes[offset] ^ 1);
  }

  static byte[] changed(byte[] bytes, int offset, int... values) {
    byte[] changed = bytes.clone();
    for (int at = 0; at < values.length; at++) {
      changed[offset + at] = (byte) values[at];
    }
    return changed;
  }
}
