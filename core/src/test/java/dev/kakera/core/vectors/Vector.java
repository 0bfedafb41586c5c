package dev.kakera.core.vectors;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One known answer.
 *
 * @param kind what is done with {@code given}, see {@link VectorKind}
 * @param is what comes out; empty when it is refused
 * @param failure the class of the refusal; empty when it is not refused
 */
record Vector(
    String name, String kind, Map<String, Object> given, Map<String, Object> is, String failure) {

  static Vector accepted(String name, VectorKind kind, Object... given) {
    Map<String, Object> map = map(given);
    return new Vector(name, kind.id(), map, kind.apply(map), "");
  }

  /** An answer that was published elsewhere. */
  static Vector published(
      String name, VectorKind kind, Map<String, Object> given, Map<String, Object> is) {
    return new Vector(name, kind.id(), given, is, "");
  }

  static Vector refused(String name, VectorKind kind, String failure, Object... given) {
    return new Vector(name, kind.id(), map(given), Map.of(), failure);
  }

  boolean isNegative() {
    return !failure.isEmpty();
  }

  /** Names and values in turn; bytes become hexadecimal digits. */
  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      map.put((String) namesAndValues[at], plain(namesAndValues[at + 1]));
    }
    return map;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case Map<?, ?> map -> map;
      case List<?> list -> list.stream().map(Vector::plain).toList();
      default -> value.toString();
    };
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("kind", kind);
    json.put("given", given);
    if (isNegative()) {
      json.put("failure", failure);
    } else {
      json.put("is", is);
    }
    return json;
  }

  @SuppressWarnings("unchecked")
  static Vector fromJson(Object value) {
    Map<String, Object> json = (Map<String, Object>) value;
    return new Vector(
        (String) json.get("name"),
        (String) json.get("kind"),
        (Map<String, Object>) json.get("given"),
        (Map<String, Object>) json.getOrDefault("is", Map.of()),
        (String) json.getOrDefault("failure", ""));
  }

  @Override
  public String toString() {
    return kind + ": " + name;
  }
}
