package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Keys as text: printable ASCII, so that any Kafka tool shows them, and never a path or a file's
 * name.
 *
 * <pre>
 * key       = 1*256( %x21-7E )
 * shard key = locator "/" index        ; 64 hex digits, decimal index
 * </pre>
 */
public final class RecordKey {

  private RecordKey() {}

  /**
   * Bytes of a key.
   *
   * @throws IllegalArgumentException if it is empty, too long or not printable
   */
  public static byte[] encode(String key) {
    int bad = PrintableAscii.firstOutside(key);
    if (key.isEmpty() || key.length() > RecordLimits.KEY_MAX_BYTES || bad >= 0) {
      throw new IllegalArgumentException(
          "record key must be 1 to "
              + RecordLimits.KEY_MAX_BYTES
              + " printable ASCII characters, got "
              + (bad >= 0 ? "another character at " + bad : key.length() + " characters"));
    }
    return key.getBytes(US_ASCII);
  }

  /**
   * Text of a key.
   *
   * @throws UndecodableRecordException if there is none, or it is not such a key
   */
  public static String decode(byte @Nullable [] key) {
    if (key == null || key.length == 0 || key.length > RecordLimits.KEY_MAX_BYTES) {
      throw new UndecodableRecordException(
          "record key",
          "1 to " + RecordLimits.KEY_MAX_BYTES + " bytes",
          key == null ? "none" : key.length + " bytes");
    }
    return PrintableAscii.decode("record key", key);
  }

  /** Key of a shard: its locator in hex and its index, as {@code <locator>/<index>}. */
  public static String shard(byte[] locator, int index) {
    return HexFormat.of().formatHex(locator) + "/" + index;
  }
}
