package dev.kakera.console.status;

import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.SnapshotJson;
import dev.kakera.console.output.Times;
import dev.kakera.producer.ledger.Peers;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page of truth for programs. */
public final class StatusJson {
  private StatusJson() {}

  /** Into a document that is open. */
  public static String of(JsonWriter json, StatusReport report) {
    MeshState mesh = report.mesh();
    Standing standing = mesh.standing();
    json.field("state", word(standing.condition()))
        .field("trial", standing.isTrial())
        .field("snapshots", mesh.heads().size())
        .field("geometry", mesh.settings().geometry().toString())
        .field("losses_survivable", mesh.used().losses())
        .field("chunks", mesh.used().chunks())
        .field("shards", mesh.used().shards())
        .field("shard_bytes", mesh.used().bytes())
        .field("shards_owed", mesh.owed())
        .field("cleanups_open", mesh.cleanups());
    if (mesh.heads().isEmpty()) {
      json.nothing("last_snapshot");
    } else {
      json.object("last_snapshot");
      SnapshotJson.describe(json, mesh.heads().getLast().snapshot(), mesh.heads().getLast().head());
      json.endObject();
    }
    if (report.running().isPresent()) {
      json.object("backup")
          .field("phase", report.running().get().phase().name().toLowerCase(Locale.ROOT))
          .field("files_done", report.running().get().files())
          .field("bytes_done", report.running().get().fileBytes())
          .endObject();
    } else {
      json.nothing("backup");
    }
    stages(json, report);
    bottleneck(json, report);
    peers(json, report);
    return json.end();
  }

  private static void stages(JsonWriter json, StatusReport report) {
    json.array("stages");
    if (report.running().isPresent() && report.pipeline().isPresent()) {
      for (StageFigure stage : report.pipeline().get().stages()) {
        json.object().field("stage", word(stage.stage())).field("peer", stage.who());
        json.field("workers", stage.workers().orElse(0))
            .field("bytes_per_second_now", Math.round(stage.now()));
        number(json, "bytes_per_second_can_do", stage.canDo());
        number(json, "busy", stage.busy());
        json.field("waiting", stage.waiting());
        time(json, "oldest", stage.oldestMillis());
        json.endObject();
      }
    }
    json.endArray();
  }

  private static void bottleneck(JsonWriter json, StatusReport report) {
    if (report.bottleneck().isEmpty()) {
      json.nothing("bottleneck");
      return;
    }
    Bottleneck limit = report.bottleneck().get();
    json.object("bottleneck")
        .field("stage", word(limit.limit()))
        .field("peer", limit.who())
        .field("reason", limit.evidence())
        .field("advice", limit.advice())
        .endObject();
  }

  private static void peers(JsonWriter json, StatusReport report) {
    Map<String, PeerState> states =
        report.pipeline().stream()
            .flatMap(pipeline -> pipeline.peers().stream())
            .collect(Collectors.toMap(PeerState::name, Function.identity()));
    json.array("peers");
    for (Peers.Peer peer : report.mesh().peers()) {
      json.object()
          .field("name", peer.name())
          .field("receipts", peer.storeSequence())
          .field("key_bundle", peer.hasBundle());
      PeerState state = states.get(peer.name());
      if (state != null) {
        json.field("state", word(state.presence())).field("shards_waiting", state.shardsWaiting());
        if (state.freeBytes().isPresent()) {
          json.field("free_bytes", state.freeBytes().getAsLong());
        } else {
          json.nothing("free_bytes");
        }
        time(json, "last_receipt", state.receiptMillis());
        time(json, "heard", state.heardMillis());
      }
      json.endObject();
    }
    json.endArray();
  }

  private static void number(JsonWriter json, String name, OptionalDouble value) {
    if (value.isPresent()) {
      json.field(name, value.getAsDouble());
    } else {
      json.nothing(name);
    }
  }

  private static void time(JsonWriter json, String name, OptionalLong millis) {
    if (millis.isPresent()) {
      json.field(name, Times.utc(millis.getAsLong()));
    } else {
      json.nothing(name);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
