package dev.kakera.console.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes one JSON document (RFC 8259), indented by two or on one line. The caller keeps objects and
 * arrays paired.
 */
public final class JsonWriter {
  /** Of all that commands print as JSON; raised when a field changes its meaning or goes. */
  public static final int SCHEMA_VERSION = 1;

  private final StringBuilder text = new StringBuilder();
  private final Deque<Boolean> filled = new ArrayDeque<>();
  private final boolean indented;

  /** A document that is an object; end it with {@link #end}. */
  public JsonWriter() {
    this(true);
  }

  private JsonWriter(boolean indented) {
    this.indented = indented;
    open('{');
  }

  /** The answer of a command that gives one document: the envelope is written. */
  public static JsonWriter document(String messageType) {
    return new JsonWriter(true).envelope(messageType);
  }

  /** One of several lines, each a document (JSON Lines): the envelope is written. */
  public static JsonWriter line(String messageType) {
    return new JsonWriter(false).envelope(messageType);
  }

  private JsonWriter envelope(String messageType) {
    return field("message_type", messageType).field("schema_version", SCHEMA_VERSION);
  }

  public JsonWriter field(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  public JsonWriter field(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  public JsonWriter field(String name, boolean value) {
    name(name);
    text.append(value);
    return this;
  }

  /** A number that is no whole one, with four places. */
  public JsonWriter field(String name, double value) {
    name(name);
    text.append(String.format(Locale.ROOT, "%.4f", value));
    return this;
  }

  /** A string in an array. */
  public JsonWriter item(String value) {
    separate();
    string(value);
    return this;
  }

  public JsonWriter nothing(String name) {
    name(name);
    text.append("null");
    return this;
  }

  public JsonWriter array(String name) {
    name(name);
    open('[');
    return this;
  }

  public JsonWriter endArray() {
    close(']');
    return this;
  }

  public JsonWriter object(String name) {
    name(name);
    open('{');
    return this;
  }

  /** An object in an array. */
  public JsonWriter object() {
    separate();
    open('{');
    return this;
  }

  public JsonWriter endObject() {
    close('}');
    return this;
  }

  /** Ends the document and gives it, with a line break behind it. */
  public String end() {
    close('}');
    return text.append('\n').toString();
  }

  private void name(String name) {
    separate();
    string(name);
    text.append(indented ? ": " : ":");
  }

  private void separate() {
    if (filled.pop()) {
      text.append(',');
    }
    filled.push(true);
    line();
  }

  private void open(char bracket) {
    text.append(bracket);
    filled.push(false);
  }

  private void close(char bracket) {
    if (filled.pop()) {
      line();
    }
    text.append(bracket);
  }

  private void line() {
    if (!indented) {
      return;
    }
    text.append('\n').repeat("  ", filled.size());
  }

  private void string(String value) {
    text.append('"');
    for (int at = 0; at < value.length(); at++) {
      char letter = value.charAt(at);
      switch (letter) {
        case '"', '\\' -> text.append('\\').append(letter);
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        default -> {
          if (letter < ' ') {
            text.append("\\u%04x".formatted((int) letter));
          } else {
            text.append(letter);
          }
        }
      }
    }
    text.append('"');
  }
}
