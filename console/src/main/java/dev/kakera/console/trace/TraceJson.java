package dev.kakera.console.trace;

import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Times;
import java.util.List;

/** Lives of chunks and shards for programs. */
public final class TraceJson {
  private TraceJson() {}

  /** Into the object that is open, as {@code chunks}. */
  public static void chunks(JsonWriter json, List<ChunkLife> lives) {
    json.array("chunks");
    for (ChunkLife life : lives) {
      json.object()
          .field("chunk", life.facts().chunk().chunk().toString())
          .field("verdict", life.worst().verdict().name())
          .field("used", life.facts().chunk().used())
          .field("losses_to_spare", life.facts().chunk().losses())
          .field("impact", life.impact())
          .field("next", life.worst().next());
      records(json, life.seen());
      json.array("shards");
      life.shards().stream()
          .filter(shard -> shard.place().isPresent())
          .forEach(shard -> shard(json, shard));
      json.endArray().endObject();
    }
    json.endArray();
  }

  private static void shard(JsonWriter json, ShardLife shard) {
    json.object()
        .field("index", shard.place().getAsInt())
        .field("locator", shard.locator())
        .field("peer", shard.peer())
        .field("verdict", shard.verdict().name())
        .field("message", shard.sentence())
        .field("next", shard.next());
    if (shard.sinceMillis().isPresent()) {
      json.field("since", Times.utc(shard.sinceMillis().getAsLong()));
    } else {
      json.nothing("since");
    }
    records(json, shard.seen());
    json.endObject();
  }

  private static void records(JsonWriter json, List<SeenRecord> seen) {
    json.array("records");
    for (SeenRecord each : seen) {
      json.object()
          .field("topic", each.place().topic())
          .field("partition", each.place().partition())
          .field("offset", each.place().offset())
          .field("time", Times.utc(each.timeMillis()))
          .field("type", each.type())
          .endObject();
    }
    json.endArray();
  }
}
