package dev.kakera.core.vectors;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.FileVersion;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.core.snapshot.Xattr;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.wire.Bytes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Random values of the formats' types, every one of them allowed. */
public final class Samples {
  private Samples() {}

  public static RepositoryKeys keys(Choices choices) {
    return keys(choices, choices.between(1, 1024));
  }

  public static RepositoryKeys keys(Choices choices, int epoch) {
    RepoId repo = new RepoId(choices.number(), choices.number());
    try (Secret master = Secret.takeOwnershipOf(choices.bytes(Secret.BYTES))) {
      return new RepositoryKeys(repo, epoch, new DerivedKeys(master));
    }
  }

  public static Digest digest(Choices choices) {
    return Digest.copyOf(choices.bytes(Digest.BYTES), 0);
  }

  public static Geometry geometry(Choices choices) {
    int k = choices.between(1, 254);
    return choices.oneIn(2) ? new Geometry(4, 2) : new Geometry(k, choices.between(1, 255 - k));
  }

  public static ChunkRef ref(Choices choices) {
    int plainSize = choices.between(2, ChunkRef.PLAIN_MAX_BYTES);
    Codec codec = choices.of(Codec.values());
    return new ChunkRef(
        new ChunkId(digest(choices)),
        new StripeId(digest(choices)),
        choices.between(1, Integer.MAX_VALUE - 1),
        geometry(choices),
        codec,
        plainSize,
        codec == Codec.NONE ? plainSize : choices.between(1, plainSize - 1));
  }

  public static Order order(Choices choices) {
    return new Order(
        choices.of(Order.Kind.values()),
        new RepoId(choices.number(), choices.number()),
        new PeerId(choices.number(), choices.number()),
        new Locator(digest(choices)),
        choices.between(0, 5 << 20),
        (int) choices.number(),
        choices.anySize(),
        choices.anySize(),
        choices.anySize());
  }

  public static Receipt receipt(Choices choices) {
    return new Receipt(
        choices.of(Receipt.Kind.values()),
        choices.between(1, 5),
        new RepoId(choices.number(), choices.number()),
        new PeerId(choices.number(), choices.number()),
        new StoreId(choices.number(), choices.number()),
        1 + (choices.anySize() >>> 1),
        digest(choices),
        digest(choices),
        new Locator(digest(choices)),
        digest(choices),
        choices.between(0, 5 << 20),
        choices.anySize(),
        choices.number());
  }

  public static Head head(Choices choices) {
    List<ChunkRef> index = new ArrayList<>();
    for (int left = choices.between(0, 5); left > 0; left--) {
      index.add(ref(choices));
    }
    return new Head(
        1 + (choices.anySize() >>> 1),
        digest(choices),
        new SourceId(choices.number(), choices.number()),
        Bytes.takeOwnershipOf(choices.bytes(choices.between(0, 300))),
        choices.of("", "home", "Zuhause-Büro", "家"),
        choices.number(),
        choices.number(),
        choices.oneIn(2),
        geometry(choices),
        new Head.Totals(
            choices.anySize(),
            choices.anySize(),
            choices.anySize(),
            choices.anySize(),
            choices.anySize(),
            choices.anySize()),
        index);
  }

  public static ChunkTask task(Choices choices, ChunkId chunk) {
    Geometry geometry = geometry(choices);
    List<PeerRef> all = peers(choices, choices.between(1, 9));
    List<PeerRef> placed = new ArrayList<>();
    BitSet wanted = new BitSet();
    for (int index = 0; index < geometry.n(); index++) {
      placed.add(choices.of(all));
      wanted.set(index, choices.oneIn(2));
    }
    return new ChunkTask(
        chunk,
        choices.anySize(),
        choices.between(1, 1024),
        geometry,
        choices.oneIn(2),
        placed,
        wanted);
  }

  public static List<PeerRef> peers(Choices choices, int count) {
    List<PeerRef> peers = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      peers.add(new PeerRef("peer-" + index, new PeerId(choices.number(), choices.number())));
    }
    return peers;
  }

  /**
   * A whole tree of entries in manifest order.
   *
   * @param refs gets the chunks that its files need
   */
  public static List<Entry> tree(Choices choices, int width, Map<ChunkId, ChunkRef> refs) {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry.Folder(0, Bytes.EMPTY, metadata(choices)));
    fill(choices, 1, width, entries, refs);
    return entries;
  }

  private static void fill(
      Choices choices, int depth, int width, List<Entry> entries, Map<ChunkId, ChunkRef> refs) {
    TreeSet<Bytes> names = new TreeSet<>();
    for (int left = choices.between(0, width); left > 0; left--) {
      names.add(name(choices));
    }
    for (Bytes name : names) {
      int kind = choices.between(0, 9);
      if (kind < 6) {
        entries.add(file(choices, depth, name, refs));
      } else if (kind < 8) {
        entries.add(new Entry.Folder(depth, name, metadata(choices)));
        if (depth < 6) {
          fill(choices, depth + 1, width / 2, entries, refs);
        }
      } else if (kind == 8) {
        Bytes target = Bytes.takeOwnershipOf(choices.text(choices.between(1, 40)));
        entries.add(new Entry.Symlink(depth, name, metadata(choices), target));
      } else {
        entries.add(
            new Entry.Absent(depth, name, choices.of(Entry.Reason.values()), "permission denied"));
      }
    }
  }

  /** One plain component, mostly of letters, now and then of any bytes. */
  public static Bytes name(Choices choices) {
    byte[] name =
        choices.oneIn(8)
            ? choices.bytes(choices.between(3, 255))
            : choices.text(choices.between(3, 30));
    for (int at = 0; at < name.length; at++) {
      name[at] = name[at] == 0 || name[at] == '/' ? (byte) 0xff : name[at];
    }
    return Bytes.takeOwnershipOf(name);
  }

  public static Metadata metadata(Choices choices) {
    Map<Bytes, Xattr> xattrs = new HashMap<>();
    for (int left = choices.oneIn(6) ? choices.between(1, 3) : 0; left > 0; left--) {
      Bytes name = Bytes.utf8("user." + choices.between(0, 99));
      xattrs.put(
          name, new Xattr(name, Bytes.takeOwnershipOf(choices.bytes(choices.between(0, 50)))));
    }
    return new Metadata(
        choices.between(0, Metadata.MODE_MAX),
        choices.number() & 0xffff_ffffL,
        choices.number() & 0xffff_ffffL,
        choices.number(),
        choices.between(0, 999_999_999),
        List.copyOf(xattrs.values()));
  }

  private static Entry.File file(
      Choices choices, int depth, Bytes name, Map<ChunkId, ChunkRef> refs) {
    int count = choices.oneIn(200) ? choices.between(4000, 13_000) : choices.between(0, 4);
    return file(choices, depth, name, count, refs);
  }

  /** A file of {@code count} extents. */
  public static Entry.File file(
      Choices choices, int depth, Bytes name, int count, Map<ChunkId, ChunkRef> refs) {
    List<Extent> extents = new ArrayList<>();
    long size = 0;
    List<ChunkRef> own = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      Extent extent;
      if (choices.oneIn(5)) {
        extent = new Extent.Hole(1 + (choices.anySize() >>> 20));
      } else {
        if (own.isEmpty() || (own.size() < 50 && choices.oneIn(2))) {
          ChunkRef ref = ref(choices);
          own.add(ref);
          refs.put(ref.chunk(), ref);
        }
        ChunkRef ref = choices.of(own);
        int offset = choices.between(0, ref.plainSize() - 1);
        extent = new Extent.Data(ref.chunk(), offset, choices.between(1, ref.plainSize() - offset));
      }
      extents.add(extent);
      size += extent.length();
    }
    return new Entry.File(
        depth,
        name,
        metadata(choices),
        size,
        new FileVersion(
            choices.number(), choices.number(), choices.number(), choices.between(0, 999_999_999)),
        choices.oneIn(9) ? choices.anySize() : 0,
        !choices.oneIn(9),
        extents);
  }
}
