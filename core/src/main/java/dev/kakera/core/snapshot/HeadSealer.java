package dev.kakera.core.snapshot;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.SnapshotId;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Heads to sealed, signed bytes and back. Confined to one thread. */
public final class HeadSealer {
  private static final int VERSION = 1;

  private final RepositoryKeys keys;
  private final Signatures.SigningKey signer;
  private final Sealer sealer;
  private final KeyedHash catalogHash;
  private final KeyedHash locatorHash;

  public HeadSealer(RepositoryKeys keys) {
    this.keys = keys;
    signer = keys.homeKey();
    sealer = new Sealer(keys.keys());
    catalogHash = keys.keys().hash(KeyPurpose.CATALOG);
    locatorHash = keys.keys().hash(KeyPurpose.LOCATOR);
  }

  /**
   * A head that was sealed or opened.
   *
   * @param digest SHA-256 of the sealed bytes, which the next head names
   */
  public record Sealed(
      Head head, SnapshotId snapshot, Locator locator, Digest digest, Bytes sealed) {}

  public Sealed seal(Head head) {
    byte[] body = encode(head);
    byte[] payload = Arrays.copyOf(body, body.length + Signatures.SIGNATURE_BYTES);
    byte[] signature = signer.sign(Signatures.Context.HEAD, body);
    System.arraycopy(signature, 0, payload, body.length, signature.length);
    SealedHeader header = header(head, payload.length);
    return sealed(head, body, header.locator(), sealer.sealWhole(header, payload));
  }

  public Sealed open(byte[] sealed) {
    byte[] payload = sealer.openWhole(ObjectType.HEAD, sealed);
    int bodySize = payload.length - Signatures.SIGNATURE_BYTES;
    if (bodySize < 0) {
      throw new MalformedException(Failure.TRUNCATED, "head: %d bytes", payload.length);
    }
    byte[] body = Arrays.copyOf(payload, bodySize);
    byte[] signature = Arrays.copyOfRange(payload, bodySize, payload.length);
    if (!Signatures.verify(signer.publicKey(), Signatures.Context.HEAD, body, signature)) {
      throw new MalformedException(Failure.NOT_AUTHENTIC, "head: not signed by this home");
    }
    Head head = decode(body);
    SealedHeader got = SealedHeader.read(sealed, 0, sealed.length);
    if (!got.equals(header(head, payload.length))) {
      throw new MalformedException(
          Failure.MISPLACED,
          "head %d: its header names another repository, epoch or locator than it holds",
          head.sequence());
    }
    return sealed(head, body, got.locator(), sealed);
  }

  private Sealed sealed(Head head, byte[] body, Locator locator, byte[] sealed) {
    return new Sealed(
        head,
        new SnapshotId(catalogHash.update(body).finish()),
        locator,
        Order.digest(sealed),
        Bytes.copyOf(sealed));
  }

  private SealedHeader header(Head head, int payloadSize) {
    return SealedHeader.whole(
        ObjectType.HEAD, keys.repo(), keys.epoch(), payloadSize, locator(head.sequence()));
  }

  public Locator locator(long sequence) {
    byte[] name =
        new ByteWriter(16).raw("head".getBytes(StandardCharsets.US_ASCII)).u64(sequence).toBytes();
    return new Locator(locatorHash.update(name).finish());
  }

  private static byte[] encode(Head head) {
    ByteWriter writer = new ByteWriter(512).u8(VERSION).u8(head.complete() ? 1 : 0);
    writer.u64(head.sequence()).digest(head.previous()).raw(head.source().toBytes());
    head.path().writeTo(writer);
    writer.sized(head.host().getBytes(StandardCharsets.UTF_8));
    writer.u64(head.startedMillis()).u64(head.finishedMillis());
    writer.u8(head.geometry().k()).u8(head.geometry().m());
    Head.Totals totals = head.totals();
    writer.u64(totals.files()).u64(totals.folders()).u64(totals.symlinks());
    writer.u64(totals.absent()).u64(totals.special()).u64(totals.bytes());
    writer.u16(head.index().size());
    head.index().forEach(ref -> ref.writeTo(writer));
    return writer.toBytes();
  }

  private static Head decode(byte[] body) {
    ByteReader reader = new ByteReader("head", body);
    reader.version("version", VERSION);
    boolean complete = reader.flag("flags");
    long sequence = reader.u64();
    Digest previous = reader.digest();
    SourceId source = SourceId.copyOf(reader.raw(SourceId.BYTES));
    Bytes path = Bytes.takeOwnershipOf(reader.sized("path", Head.PATH_MAX_BYTES));
    String host = reader.text("host", Head.HOST_MAX_BYTES);
    long startedMillis = reader.u64();
    long finishedMillis = reader.u64();
    int k = reader.u8();
    int m = reader.u8();
    if (sequence < 1 || k < 1 || m < 1 || k + m > 255) {
      throw reader.refuse(Failure.RANGE, "sequence %d, geometry %d+%d", sequence, k, m);
    }
    Head.Totals totals =
        new Head.Totals(
            total(reader),
            total(reader),
            total(reader),
            total(reader),
            total(reader),
            total(reader));
    int count = reader.u16();
    if (count > Head.INDEX_MAX) {
      throw reader.refuse(Failure.RANGE, "%d index chunks, at most %d", count, Head.INDEX_MAX);
    }
    List<ChunkRef> index = new ArrayList<>();
    for (int place = 0; place < count; place++) {
      index.add(ChunkRef.read(reader));
    }
    reader.end();
    return new Head(
        sequence,
        previous,
        source,
        path,
        host,
        startedMillis,
        finishedMillis,
        complete,
        new Geometry(k, m),
        totals,
        index);
  }

  private static long total(ByteReader reader) {
    long total = reader.u64();
    if (total < 0) {
      throw reader.refuse(Failure.RANGE, "a total is %s", Long.toUnsignedString(total));
    }
    return total;
  }
}
