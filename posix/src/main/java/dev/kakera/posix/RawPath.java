package dev.kakera.posix;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;

/** The bytes behind a {@link Path}. */
public final class RawPath {
  private RawPath() {}

  /**
   * The absolute path as bytes. {@link Path#toString} would lose bytes that the JVM's locale cannot
   * decode; the URI form keeps each of them, escaped.
   */
  public static byte[] of(Path path) {
    String escaped = path.toUri().getRawPath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(escaped.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    byte[] raw = bytes.toByteArray();
    boolean trailingSlash = raw.length > 1 && raw[raw.length - 1] == '/';
    return trailingSlash ? Arrays.copyOf(raw, raw.length - 1) : raw;
  }
}
