package dev.kakera.console.inspect;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/** Text that others wrote, made safe for a terminal: on one line, and without its commands. */
final class Printable {
  private Printable() {}

  /** Control characters and the like as their numbers. */
  static String text(CharSequence text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isVisible(point)) {
                out.appendCodePoint(point);
              } else {
                out.append("\\u%04x".formatted(point));
              }
            });
    return out.toString();
  }

  /** Printable ASCII as it is, everything else as %XX; without bytes, a dash. */
  static String bytes(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length == 0) {
      return "-";
    }
    StringBuilder out = new StringBuilder();
    for (byte each : bytes) {
      if (each > ' ' && each < 0x7f) {
        out.append(new String(new byte[] {each}, US_ASCII));
      } else {
        out.append("%%%02X".formatted(each));
      }
    }
    return out.toString();
  }

  private static boolean isVisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
