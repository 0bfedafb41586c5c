package dev.kakera.console.command;

import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.inspect.TopicKind;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Times;
import dev.kakera.console.output.Units;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.ShardPlace;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Records as lines, as pages and as JSON. */
final class RecordText {
  private static final int CHUNK_DIGITS = 20;

  private RecordText() {}

  /** A topic by its whole name, or by what follows the prefix. */
  static String topic(BrokerLook look, String given) {
    String whole = look.topics().prefix() + "." + given;
    return TopicKind.of(look.topics(), whole).isPresent() ? whole : given;
  }

  /** Time, place, key, type, size, and what of headers and value tells it from the next. */
  static String line(SeenRecord seen) {
    return "%s  p%d @ %d  %s  %s  %s  %s"
        .formatted(
            Times.text(seen.timeMillis()),
            seen.place().partition(),
            seen.place().offset(),
            seen.key(),
            seen.type(),
            seen.valueBytes() < 0 ? "no value" : Units.bytes(seen.valueBytes()),
            String.join(" · ", essentials(seen)))
        .stripTrailing();
  }

  private static List<String> essentials(SeenRecord seen) {
    List<String> parts = new ArrayList<>();
    seen.event().ifPresent(event -> addHeaders(event, parts));
    if (!seen.brief().isEmpty()) {
      parts.add(seen.brief());
    }
    seen.parked().ifPresent(_ -> parts.add("parked: " + seen.parkedReason()));
    seen.problem().ifPresent(problem -> parts.add("NOT DECODED: " + problem));
    return parts;
  }

  private static void addHeaders(EventHeaders event, List<String> parts) {
    event.source().ifPresent(source -> parts.add("from " + source));
    event.chunk().ifPresent(chunk -> parts.add("chunk " + brief(chunk)));
    event.shard().map(ShardPlace::toString).ifPresent(place -> parts.add("shard " + place));
    event.geometry().ifPresent(parts::add);
    if (event.attempt().isPresent()) {
      parts.add("try " + event.attempt().getAsInt());
    }
  }

  private static String brief(String chunk) {
    return chunk.length() > CHUNK_DIGITS ? chunk.substring(0, CHUNK_DIGITS) : chunk;
  }

  /** All there is to say of it. */
  static void print(SeenRecord seen, PrintStream out) {
    out.println(seen.place());
    field(out, "time", Times.text(seen.timeMillis()));
    field(out, "key", seen.key());
    field(out, "type", seen.type());
    field(out, "value", seen.value());
    seen.problem().ifPresent(problem -> field(out, "problem", problem));
    if (!seen.headers().isEmpty()) {
      out.println("Headers");
      seen.headers().forEach(header -> field(out, header.name(), header.value()));
    }
    if (!seen.fields().isEmpty()) {
      out.println("Value");
      seen.fields().forEach(field -> field(out, field.name(), field.value()));
    }
  }

  private static void field(PrintStream out, String name, String value) {
    out.printf("  %-14s  %s%n", name, value);
  }

  /** Into the object that is open. */
  static void fields(JsonWriter json, SeenRecord seen) {
    json.field("topic", seen.place().topic())
        .field("partition", seen.place().partition())
        .field("offset", seen.place().offset())
        .field("time", Times.utc(seen.timeMillis()))
        .field("key", seen.key())
        .field("type", seen.type());
    if (seen.valueBytes() < 0) {
      json.nothing("bytes");
    } else {
      json.field("bytes", seen.valueBytes());
    }
    json.object("headers");
    seen.headers().forEach(header -> json.field(header.name(), header.value()));
    json.endObject().object("value");
    seen.fields().forEach(field -> json.field(field.name(), field.value()));
    json.endObject();
    if (seen.problem().isPresent()) {
      json.field("problem", seen.problem().get());
    } else {
      json.nothing("problem");
    }
  }
}
