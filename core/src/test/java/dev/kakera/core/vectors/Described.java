package dev.kakera.core.vectors;

import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values in the vectors' words, which stay when the program's change. Names, paths and targets are
 * hexadecimal, since they need not be text.
 */
final class Described {
  private Described() {}

  static Map<String, Object> ref(ChunkRef ref) {
    return Vector.map(
        "chunk",
        ref.chunk(),
        "stripe",
        ref.stripe(),
        "epoch",
        ref.epoch(),
        "geometry",
        ref.geometry(),
        "codec",
        ref.codec().id(),
        "plainSize",
        ref.plainSize(),
        "encodedSize",
        ref.encodedSize());
  }

  static Map<String, Object> order(Order order) {
    return Vector.map(
        "kind",
        order.kind(),
        "repo",
        order.repo(),
        "peer",
        order.peer(),
        "locator",
        order.locator(),
        "size",
        order.size(),
        "crc32c",
        "%08x".formatted(order.crc32c()),
        "sequence",
        order.sequence(),
        "notBeforeSeconds",
        order.notBeforeSeconds(),
        "expirySeconds",
        order.expirySeconds());
  }

  static Map<String, Object> receipt(Receipt receipt) {
    Map<String, Object> described =
        Vector.map(
            "kind",
            receipt.kind(),
            "objectType",
            receipt.objectType(),
            "repo",
            receipt.repo(),
            "peer",
            receipt.peer(),
            "store",
            receipt.store(),
            "storeSequence",
            receipt.storeSequence(),
            "previous",
            receipt.previous(),
            "order",
            receipt.order());
    described.putAll(
        Vector.map(
            "locator",
            receipt.locator(),
            "root",
            receipt.root(),
            "size",
            receipt.size(),
            "detail",
            receipt.detail(),
            "timeMillis",
            receipt.timeMillis()));
    return described;
  }

  static Map<String, Object> head(Head head) {
    Head.Totals totals = head.totals();
    Map<String, Object> described =
        Vector.map(
            "sequence",
            head.sequence(),
            "previous",
            head.previous(),
            "source",
            head.source(),
            "path",
            head.path().toBytes(),
            "host",
            head.host(),
            "startedMillis",
            head.startedMillis(),
            "finishedMillis",
            head.finishedMillis(),
            "complete",
            head.complete(),
            "geometry",
            head.geometry());
    described.put(
        "totals",
        Vector.map(
            "files",
            totals.files(),
            "folders",
            totals.folders(),
            "symlinks",
            totals.symlinks(),
            "absent",
            totals.absent(),
            "special",
            totals.special(),
            "bytes",
            totals.bytes()));
    described.put("index", head.index().stream().map(Described::ref).toList());
    return described;
  }

  static Map<String, Object> task(ChunkTask task) {
    Map<String, Object> described =
        Vector.map(
            "chunk",
            task.chunk(),
            "sequence",
            task.sequence(),
            "epoch",
            task.epoch(),
            "geometry",
            task.geometry(),
            "compress",
            task.compress());
    List<Object> shards = new ArrayList<>();
    for (int index = 0; index < task.geometry().n(); index++) {
      PeerRef peer = task.peers().get(index);
      shards.add(
          Vector.map("peer", peer.name(), "id", peer.id(), "wanted", task.wanted().get(index)));
    }
    described.put("shards", shards);
    return described;
  }

  static Map<String, Object> line(ManifestIndex.Line line) {
    Map<String, Object> described =
        Vector.map("entryCount", line.entryCount(), "firstPath", line.firstPath().toBytes());
    described.put("ref", ref(line.ref()));
    return described;
  }

  static List<Object> names(List<Bytes> names) {
    List<Object> described = new ArrayList<>();
    names.forEach(name -> described.add(name.toBytes()));
    return described;
  }

  static Map<String, Object> entry(Entry entry) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("depth", Integer.toString(entry.depth()));
    described.putAll(Vector.map("name", entry.name().toBytes()));
    switch (entry) {
      case Entry.File file -> {
        described.put("type", "file");
        described.putAll(metadata(file.metadata()));
        described.putAll(
            Vector.map(
                "size",
                file.size(),
                "device",
                Long.toUnsignedString(file.version().device()),
                "inode",
                Long.toUnsignedString(file.version().inode()),
                "ctimeSeconds",
                file.version().ctimeSeconds(),
                "ctimeNanos",
                file.version().ctimeNanos(),
                "linkGroup",
                file.linkGroup(),
                "consistent",
                file.consistent()));
        described.put("extents", extents(file.extents()));
      }
      case Entry.Rest rest -> {
        described.put("type", "rest");
        described.put("extents", extents(rest.extents()));
      }
      case Entry.Folder folder -> {
        described.put("type", "folder");
        described.putAll(metadata(folder.metadata()));
      }
      case Entry.Symlink symlink -> {
        described.put("type", "symlink");
        described.putAll(metadata(symlink.metadata()));
        described.putAll(Vector.map("target", symlink.target().toBytes()));
      }
      case Entry.Absent absent -> {
        described.put("type", "absent");
        described.putAll(Vector.map("reason", absent.reason(), "message", absent.message()));
      }
    }
    return described;
  }

  private static Map<String, Object> metadata(Metadata metadata) {
    Map<String, Object> described =
        Vector.map(
            "mode",
            "%04o".formatted(metadata.mode()),
            "uid",
            metadata.uid(),
            "gid",
            metadata.gid(),
            "mtimeSeconds",
            metadata.mtimeSeconds(),
            "mtimeNanos",
            metadata.mtimeNanos());
    List<Object> xattrs = new ArrayList<>();
    metadata
        .xattrs()
        .forEach(
            xattr ->
                xattrs.add(
                    Vector.map("name", xattr.name().toBytes(), "value", xattr.value().toBytes())));
    described.put("xattrs", xattrs);
    return described;
  }

  private static List<Object> extents(List<Extent> extents) {
    List<Object> described = new ArrayList<>();
    for (Extent extent : extents) {
      described.add(
          switch (extent) {
            case Extent.Hole hole -> Vector.map("hole", hole.length());
            case Extent.Data data ->
                Vector.map("chunk", data.chunk(), "offset", data.offset(), "length", data.length());
          });
    }
    return described;
  }
}
