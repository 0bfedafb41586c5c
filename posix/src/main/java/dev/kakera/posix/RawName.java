package dev.kakera.posix;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as the kernel stores them: bytes without NUL or slash, in no particular encoding. One
 * component is 1 to 255 bytes on every common file system.
 */
public final class RawName {
  private RawName() {}

  /** The UTF-8 bytes of a name written in code or given by a person. */
  public static byte[] of(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** Orders names by unsigned bytes, as {@code memcmp} does; a prefix comes first. */
  public static int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  /**
   * A name or path for people: UTF-8 is shown as it is; control characters, bytes that are not
   * UTF-8, invisible or direction-changing characters and the backslash are shown as {@code \n},
   * {@code \t}, {@code \xE9}, <code>&#92;u202E</code> and {@code \\}. So the text is one line,
   * cannot steer a terminal, and two different names never look the same to a reader of escapes.
   */
  public static String display(byte[] name) {
    StringBuilder out = new StringBuilder(name.length + 8);
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer chars = CharBuffer.allocate(name.length + 1);
    while (true) {
      var result = decoder.decode(in, chars, true);
      chars.flip();
      chars.codePoints().forEach(point -> appendEscaped(out, point));
      chars.clear();
      decoder.reset();
      if (!result.isError()) {
        return out.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.append(String.format("\\x%02X", in.get() & 0xff));
      }
    }
  }

  /**
   * Checks that these bytes are one component that stays inside its directory.
   *
   * @return the same array
   * @throws IllegalArgumentException if it is empty, {@code .} or {@code ..}, or holds a slash or a
   *     NUL byte
   */
  public static byte[] requireComponent(byte[] name) {
    boolean dots =
        (name.length == 1 && name[0] == '.')
            || (name.length == 2 && name[0] == '.' && name[1] == '.');
    boolean split = false;
    for (byte b : name) {
      split |= b == '/' || b == 0;
    }
    if (name.length == 0 || dots || split) {
      throw new IllegalArgumentException(
          "Not a single name inside a directory: \"" + display(name) + "\"");
    }
    return name;
  }

  private static void appendEscaped(StringBuilder out, int point) {
    switch (point) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case '\\' -> out.append("\\\\");
      default -> {
        if (point < 0x20 || point == 0x7f) {
          out.append(String.format("\\x%02X", point));
        } else if (isInvisible(point)) {
          out.append(String.format(point > 0xffff ? "\\U%08X" : "\\u%04X", point));
        } else {
          out.appendCodePoint(point);
        }
      }
    }
  }

  private static boolean isInvisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
