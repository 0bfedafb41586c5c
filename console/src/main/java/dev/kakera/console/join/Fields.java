package dev.kakera.console.join;

import dev.kakera.core.wire.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and values, one pair a line: what home and peer say to each other while they join. */
final class Fields {
  /** Longest text of them. */
  static final int SIZE_MAX_BYTES = 16 << 10;

  private final Map<String, String> values = new LinkedHashMap<>();

  Fields put(String name, String value) {
    values.put(name, value.replaceAll("[\r\n]+", " "));
    return this;
  }

  Fields put(String name, Bytes value) {
    return put(name, HexFormat.of().formatHex(value.toBytes()));
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /**
   * A value.
   *
   * @throws IllegalArgumentException when it is not there
   */
  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the field \"" + name + "\" is missing");
    }
    return value;
  }

  Bytes bytes(String name) {
    return Bytes.takeOwnershipOf(HexFormat.of().parseHex(text(name)));
  }

  byte[] encode() {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  static Fields decode(byte[] bytes) {
    if (bytes.length > SIZE_MAX_BYTES) {
      throw new IllegalArgumentException("got more than %d bytes".formatted(SIZE_MAX_BYTES));
    }
    Fields fields = new Fields();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        fields.values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return fields;
  }
}
