package dev.kakera.core.snapshot;

import dev.kakera.core.wire.Bytes;

/**
 * An extended attribute.
 *
 * @param name with the namespace; 1 to {@link #NAME_MAX_BYTES} bytes, none of them zero
 * @param value at most {@link #VALUE_MAX_BYTES}
 */
public record Xattr(Bytes name, Bytes value) {
  public static final int NAME_MAX_BYTES = 255;
  public static final int VALUE_MAX_BYTES = 64 << 10;

  public Xattr {
    if (name.length() < 1
        || name.length() > NAME_MAX_BYTES
        || value.length() > VALUE_MAX_BYTES
        || Names.contains(name, 0)) {
      throw new IllegalArgumentException(
          "attribute: name of %d bytes, value of %d".formatted(name.length(), value.length()));
    }
  }

  public int bytes() {
    return name.length() + value.length();
  }
}
