package dev.kakera.core.vectors;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON as the vectors need: objects, arrays and strings. Anything else is refused, so
 * that a vector stays readable by any reader.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipBlanks();
    if (json.at != text.length()) {
      throw json.refuse("something follows the value");
    }
    return value;
  }

  static void write(Object value, String indent, StringBuilder out) {
    switch (value) {
      case Map<?, ?> map -> {
        out.append('{');
        String separator = "\n";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.append(separator).append(indent).append("  \"").append(entry.getKey()).append("\": ");
          write(entry.getValue(), indent + "  ", out);
          separator = ",\n";
        }
        out.append('\n').append(indent).append('}');
      }
      case List<?> list -> {
        out.append('[');
        String separator = "\n";
        for (Object element : list) {
          out.append(separator).append(indent).append("  ");
          write(element, indent + "  ", out);
          separator = ",\n";
        }
        out.append(list.isEmpty() ? "" : "\n" + indent).append(']');
      }
      default -> string(value.toString(), out);
    }
  }

  private static void string(String value, StringBuilder out) {
    out.append('"');
    for (int index = 0; index < value.length(); index++) {
      char letter = value.charAt(index);
      if (letter == '"' || letter == '\\') {
        out.append('\\').append(letter);
      } else if (letter < ' ' || letter > '~') {
        out.append("\\u%04x".formatted((int) letter));
      } else {
        out.append(letter);
      }
    }
    out.append('"');
  }

  private Object value() {
    skipBlanks();
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> throw refuse("expected an object, an array or a string");
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> map = new LinkedHashMap<>();
    take('{');
    while (!took('}')) {
      if (!map.isEmpty()) {
        take(',');
      }
      skipBlanks();
      String name = string();
      take(':');
      if (map.put(name, value()) != null) {
        throw refuse("\"" + name + "\" is there twice");
      }
    }
    return map;
  }

  private List<Object> array() {
    List<Object> list = new ArrayList<>();
    take('[');
    while (!took(']')) {
      if (!list.isEmpty()) {
        take(',');
      }
      list.add(value());
    }
    return list;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    take('"');
    while (text.charAt(at) != '"') {
      char letter = text.charAt(at++);
      if (letter == '\\') {
        char escaped = text.charAt(at++);
        if (escaped == 'u') {
          letter = (char) Integer.parseInt(text.substring(at, at + 4), 16);
          at += 4;
        } else {
          letter = escaped;
        }
      }
      string.append(letter);
    }
    at++;
    return string.toString();
  }

  private boolean took(char expected) {
    skipBlanks();
    if (text.charAt(at) == expected) {
      at++;
      return true;
    }
    return false;
  }

  private void take(char expected) {
    if (!took(expected)) {
      throw refuse("expected '" + expected + "'");
    }
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  private IllegalArgumentException refuse(String why) {
    return new IllegalArgumentException("JSON at " + at + ": " + why);
  }
}
