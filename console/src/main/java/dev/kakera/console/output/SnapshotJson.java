package dev.kakera.console.output;

import dev.kakera.core.id.SnapshotId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.Metadata;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/** Snapshots and what is in them for programs, with restic's names for what means the same. */
public final class SnapshotJson {
  private SnapshotJson() {}

  /** Begins an object in an array; the caller ends it. */
  public static void add(JsonWriter json, SnapshotId snapshot, Head head) {
    json.object();
    describe(json, snapshot, head);
  }

  /** The fields of one snapshot. */
  public static void describe(JsonWriter json, SnapshotId snapshot, Head head) {
    json.field("id", snapshot.toString())
        .field("short_id", snapshot.toString().substring(0, 8))
        .field("time", Instant.ofEpochMilli(head.startedMillis()).toString())
        .field("finished", Instant.ofEpochMilli(head.finishedMillis()).toString())
        .field("hostname", head.host())
        .array("paths")
        .item(head.path().toString())
        .endArray()
        .field("complete", head.complete())
        .object("summary")
        .field("total_files_processed", head.totals().files())
        .field("total_bytes_processed", head.totals().bytes())
        .field("folders", head.totals().folders())
        .field("symlinks", head.totals().symlinks())
        .field("files_unreadable", head.totals().absent())
        .field("files_passed_over", head.totals().special())
        .endObject();
  }

  /**
   * One line for an entry.
   *
   * @param path raw bytes, empty for the root of the snapshot
   */
  public static String node(byte[] path, Entry entry) {
    JsonWriter json = JsonWriter.line("node");
    switch (entry) {
      case Entry.Folder folder -> metadata(json.field("type", "dir"), folder.metadata());
      case Entry.File file ->
          metadata(json.field("type", "file").field("size", file.size()), file.metadata())
              .field("consistent", file.consistent());
      case Entry.Symlink symlink -> {
        metadata(json.field("type", "symlink"), symlink.metadata());
        bytes(json, "linktarget", symlink.target().toBytes());
      }
      case Entry.Absent absent ->
          json.field("type", "absent")
              .field("reason", absent.reason().name())
              .field("message", absent.message());
      case Entry.Rest _ -> json.field("type", "rest");
    }
    bytes(json, "path", path);
    return json.end();
  }

  private static JsonWriter metadata(JsonWriter json, Metadata metadata) {
    return json.field("mode", metadata.mode())
        .field("uid", metadata.uid())
        .field("gid", metadata.gid())
        .field(
            "mtime",
            Instant.ofEpochSecond(metadata.mtimeSeconds(), metadata.mtimeNanos()).toString())
        .field("xattrs", metadata.xattrs().size());
  }

  /** Text where the bytes are UTF-8; in any case what a program can take back: {@code _b64}. */
  private static void bytes(JsonWriter json, String name, byte[] bytes) {
    try {
      json.field(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      json.field(name, new String(bytes, StandardCharsets.UTF_8))
          .field(name + "_b64", Base64.getEncoder().encodeToString(bytes));
    }
  }
}
