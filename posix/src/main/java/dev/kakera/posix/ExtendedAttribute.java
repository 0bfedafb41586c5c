package dev.kakera.posix;

import java.util.Arrays;

/**
 * A name and value that a file system keeps beside a file, ordered by the unsigned bytes of the
 * name. The name includes its namespace, such as {@code user.note} or {@code security.capability}.
 * Which names are seen depends on the process: {@code trusted.*} needs CAP_SYS_ADMIN.
 */
public final class ExtendedAttribute implements Comparable<ExtendedAttribute> {
  private final byte[] name;
  private final byte[] value;

  /**
   * @param name 1 to 255 bytes without NUL, kept and not copied
   * @param value at most 65,536 bytes, kept and not copied
   */
  public ExtendedAttribute(byte[] name, byte[] value) {
    this.name = name;
    this.value = value;
  }

  /** The raw name: shared, so do not write to it. */
  public byte[] name() {
    return name;
  }

  /** The value: shared, so do not write to it. */
  public byte[] value() {
    return value;
  }

  @Override
  public int compareTo(ExtendedAttribute other) {
    int byName = Arrays.compareUnsigned(name, other.name);
    return byName != 0 ? byName : Arrays.compareUnsigned(value, other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ExtendedAttribute that
        && Arrays.equals(name, that.name)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(name) * 31 + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return RawName.display(name) + " (" + value.length + " bytes)";
  }
}
