package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Text that every tool prints as it is: {@code %x21-7E}, no blanks. */
final class PrintableAscii {

  private PrintableAscii() {}

  /** Index of the first character that is not printable, or -1. */
  static int firstOutside(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < 0x21 || text.charAt(i) > 0x7e) {
        return i;
      }
    }
    return -1;
  }

  /**
   * @throws UndecodableRecordException naming {@code what}, if a byte is not printable
   */
  static String decode(String what, byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    int bad = firstOutside(text);
    if (bad >= 0) {
      throw new UndecodableRecordException(
          what, "printable ASCII", String.format("0x%02x at %d", bytes[bad] & 0xff, bad));
    }
    return text;
  }
}
