package dev.kakera.core.spool;

import dev.kakera.core.cipher.Aead;
import dev.kakera.core.cipher.Aeads;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Seals and opens spool records: ChaCha20-Poly1305 (RFC 8439) under a spool key with a random
 * nonce, since a record is written once and only read again (docs/format.md, section 10). Stateless
 * and thread-safe.
 */
public final class SpoolSealer {
  public static final int NONCE_BYTES = 12;

  /**
   * The largest part of a record that is not the chunk: the task of the widest geometry over as
   * many peers.
   */
  public static final int OVERHEAD_MAX_BYTES = 32 << 10;

  private static final byte[] MAGIC = "KKSP".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 4 + 1 + 3 + 8 + NONCE_BYTES;
  private static final int TAG_BYTES = 16;
  private static final int DATA_MAX_BYTES = 4 << 20;
  private static final int NAME_MAX_BYTES = 64;

  private SpoolSealer() {}

  /**
   * An opened record. The plaintext lies in {@link #body} from {@link #dataOffset}, {@link
   * #dataSize} bytes.
   */
  public static final class Opened {
    private final ChunkTask task;
    private final byte[] body;
    private final int dataOffset;
    private final int dataSize;

    private Opened(ChunkTask task, byte[] body, int dataOffset, int dataSize) {
      this.task = task;
      this.body = body;
      this.dataOffset = dataOffset;
      this.dataSize = dataSize;
    }

    public ChunkTask task() {
      return task;
    }

    /** Shared, not copied. */
    public byte[] body() {
      return body;
    }

    public int dataOffset() {
      return dataOffset;
    }

    public int dataSize() {
      return dataSize;
    }
  }

  /**
   * @param nonce 12 random bytes, never used before under this key
   */
  public static byte[] seal(SpoolKey key, byte[] nonce, ChunkTask task, byte[] data, int length) {
    if (nonce.length != NONCE_BYTES || length < 1 || length > DATA_MAX_BYTES) {
      throw new IllegalArgumentException(
          "spool record: nonce of %d bytes, expected 12; chunk of %d, expected 1 to %d"
              .formatted(nonce.length, length, DATA_MAX_BYTES));
    }
    byte[] header =
        new ByteWriter(HEADER_BYTES)
            .raw(MAGIC)
            .u8(VERSION)
            .u8(0)
            .u16(0)
            .u64(key.id())
            .raw(nonce, 0, NONCE_BYTES)
            .toBytes();
    byte[] encodedTask = encode(task, length);
    byte[] record = new byte[HEADER_BYTES + encodedTask.length + length + TAG_BYTES];
    System.arraycopy(header, 0, record, 0, HEADER_BYTES);
    System.arraycopy(encodedTask, 0, record, HEADER_BYTES, encodedTask.length);
    System.arraycopy(data, 0, record, HEADER_BYTES + encodedTask.length, length);
    begin(key, record)
        .seal(record, HEADER_BYTES, encodedTask.length + length, record, HEADER_BYTES);
    return record;
  }

  /** The id of the key that sealed a record. */
  public static long keyId(byte[] record) {
    return header(record).u64();
  }

  public static Opened open(SpoolKey key, byte[] record) {
    return open(key, record, new byte[Math.max(0, record.length - HEADER_BYTES - TAG_BYTES)]);
  }

  /**
   * Opens a record into an array of the caller's, which is then {@link Opened#body}.
   *
   * @param body at least as long as the record; untouched when the record's tag does not match
   */
  public static Opened open(SpoolKey key, byte[] record, byte[] body) {
    if (keyId(record) != key.id()) {
      throw new MalformedException(
          Failure.MISPLACED,
          "spool record: sealed under key %x, opened with %x",
          keyId(record),
          key.id());
    }
    int sealedLength = record.length - HEADER_BYTES;
    if (!begin(key, record).open(record, HEADER_BYTES, sealedLength, body, 0)) {
      throw new MalformedException(Failure.NOT_AUTHENTIC, "spool record: its tag does not match");
    }
    return decode(body, sealedLength - TAG_BYTES);
  }

  private static ByteReader header(byte[] record) {
    ByteReader reader = new ByteReader("spool record", record);
    reader.magic(MAGIC);
    reader.version("version", VERSION);
    if (reader.u8() != 0 || reader.u16() != 0) {
      throw reader.refuse(Failure.UNSUPPORTED, "its reserved bytes are not zero");
    }
    if (record.length < HEADER_BYTES + TAG_BYTES) {
      throw reader.refuse(Failure.TRUNCATED, "%d bytes", record.length);
    }
    return reader;
  }

  /** Begins the message of a record, of which the header is there. */
  private static Aead begin(SpoolKey key, byte[] record) {
    byte[] keyBytes = key.secret().toBytes();
    byte[] secret = new byte[Aead.SECRET_BYTES];
    System.arraycopy(keyBytes, 0, secret, 0, Aead.KEY_BYTES);
    System.arraycopy(record, HEADER_BYTES - NONCE_BYTES, secret, Aead.KEY_BYTES, NONCE_BYTES);
    Aead aead = Aeads.newAead();
    aead.begin(secret, record, 0, HEADER_BYTES);
    Arrays.fill(keyBytes, (byte) 0);
    Arrays.fill(secret, (byte) 0);
    return aead;
  }

  private static byte[] encode(ChunkTask task, int length) {
    List<PeerRef> table = task.peers().stream().distinct().toList();
    ByteWriter writer = new ByteWriter(512);
    writer.digest(task.chunk().digest()).u64(task.sequence()).u32(task.epoch());
    writer.u8(task.geometry().k()).u8(task.geometry().m()).u8(task.compress() ? 1 : 0);
    writer.u8(table.size());
    for (PeerRef peer : table) {
      if (!isName(peer.name())) {
        throw new IllegalArgumentException(
            "spool record: a peer's name is not 1 to %d printable ASCII letters"
                .formatted(NAME_MAX_BYTES));
      }
      writer.sized(peer.name().getBytes(StandardCharsets.US_ASCII)).raw(peer.id().toBytes());
    }
    BitSet wanted = task.wanted();
    for (int index = 0; index < task.geometry().n(); index++) {
      writer.u8(table.indexOf(task.peers().get(index))).u8(wanted.get(index) ? 1 : 0);
    }
    return writer.u32(length).toBytes();
  }

  private static Opened decode(byte[] body, int bodySize) {
    ByteReader reader = new ByteReader("spool record", body, 0, bodySize);
    ChunkId chunk = new ChunkId(reader.digest());
    long sequence = reader.u64();
    int epoch = reader.u32();
    int k = reader.u8();
    int m = reader.u8();
    if (sequence < 0 || epoch < 1 || k < 1 || m < 1 || k + m > Geometry.SHARD_COUNT_MAX) {
      throw reader.refuse(
          Failure.RANGE, "sequence %d, epoch %d, geometry %d+%d", sequence, epoch, k, m);
    }
    Geometry geometry = new Geometry(k, m);
    boolean compress = reader.flag("compress");
    List<PeerRef> table = readPeers(reader);
    List<PeerRef> peers = new ArrayList<>();
    BitSet wanted = new BitSet(geometry.n());
    int used = 0;
    for (int index = 0; index < geometry.n(); index++) {
      int peer = reader.u8();
      if (peer >= table.size()) {
        throw reader.refuse(Failure.RANGE, "peer %d of %d", peer, table.size());
      }
      if (peer > used) {
        throw reader.refuse(Failure.NOT_CANONICAL, "peers are not in order of first use");
      }
      used = Math.max(used, peer + 1);
      peers.add(table.get(peer));
      wanted.set(index, reader.flag("wanted"));
    }
    if (used != table.size()) {
      throw reader.refuse(
          Failure.NOT_CANONICAL, "%d of %d peers get no shard", table.size() - used, table.size());
    }
    int size = reader.size32("chunk size", DATA_MAX_BYTES);
    if (size < 1) {
      throw reader.refuse(Failure.RANGE, "chunk of %d bytes", size);
    }
    if (size != reader.remaining()) {
      throw reader.refuse(
          size > reader.remaining() ? Failure.TRUNCATED : Failure.TRAILING,
          "chunk of %d bytes, %d follow",
          size,
          reader.remaining());
    }
    return new Opened(
        new ChunkTask(chunk, sequence, epoch, geometry, compress, peers, wanted),
        body,
        reader.position(),
        size);
  }

  private static List<PeerRef> readPeers(ByteReader reader) {
    List<PeerRef> table = new ArrayList<>();
    for (int left = reader.u8(); left > 0; left--) {
      String name =
          new String(reader.sized("peer name", NAME_MAX_BYTES), StandardCharsets.ISO_8859_1);
      if (!isName(name)) {
        throw reader.refuse(Failure.NAME, "a peer's name is empty or not printable ASCII");
      }
      PeerRef peer = new PeerRef(name, PeerId.copyOf(reader.raw(PeerId.BYTES)));
      if (table.contains(peer)) {
        throw reader.refuse(Failure.NOT_CANONICAL, "peer %s is there twice", name);
      }
      table.add(peer);
    }
    return table;
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_MAX_BYTES
        && name.chars().allMatch(letter -> letter > ' ' && letter <= '~');
  }
}
