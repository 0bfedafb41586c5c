package dev.kakera.core.vectors;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Spool records. */
final class SpoolVectors {
  private static final long KEY_ID = 0x0123456789abcdefL;
  private static final byte[] SECRET = new Choices(500).bytes(32);
  private static final byte[] NONCE = new Choices(501).bytes(12);
  private static final int HEADER = 28;

  private SpoolVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    Choices choices = new Choices(502);
    for (int any = 1; any <= 2; any++) {
      ChunkId chunk = new ChunkId(Samples.digest(choices));
      byte[] data = choices.bytes(any * 20);
      byte[] record =
          SpoolSealer.seal(key(), NONCE, Samples.task(choices, chunk), data, data.length);
      vectors.add(Vector.accepted("any task, " + any, VectorKind.SPOOL, given(record)));
    }
    Body body = new Body();
    byte[] record = sealed(body.encode());
    vectors.add(Vector.accepted("two peers", VectorKind.SPOOL, given(record)));
    refusedRecords(vectors, record);
    refusedBodies(vectors);
    return vectors;
  }

  private static SpoolKey key() {
    return new SpoolKey(KEY_ID, Secret.copyOf(SECRET));
  }

  private static Object[] given(byte[] record) {
    return new Object[] {
      "keyId", "%016x".formatted(KEY_ID), "secret", SECRET, "record", record,
    };
  }

  /** The plaintext of a record of a chunk in 1+1 at two peers, field by field. */
  private static final class Body {
    int epoch = 1;
    int k = 1;
    int m = 1;
    int compress = 1;
    List<String> names = List.of("anna", "ben");
    int[] places = {0, 1};
    int[] wanted = {1, 0};
    int size = 5;
    byte[] data = "kaker".getBytes(StandardCharsets.US_ASCII);
    long sequence = 77;

    byte[] encode() {
      ByteWriter writer = new ByteWriter(200);
      writer.raw(new Choices(503).bytes(32)).u64(sequence).u32(epoch).u8(k).u8(m).u8(compress);
      writer.u8(names.size());
      for (String name : names) {
        writer.sized(name.getBytes(StandardCharsets.ISO_8859_1));
        writer.raw(new Choices(name.isEmpty() ? 0 : name.charAt(0)).bytes(16));
      }
      for (int index = 0; index < places.length; index++) {
        writer.u8(places[index]).u8(wanted[index]);
      }
      return writer.u32(size).raw(data).toBytes();
    }
  }

  private static byte[] sealed(byte[] body) {
    byte[] header =
        new ByteWriter(HEADER)
            .raw("KKSP".getBytes(StandardCharsets.US_ASCII))
            .u8(1)
            .u8(0)
            .u16(0)
            .u64(KEY_ID)
            .raw(NONCE)
            .toBytes();
    try {
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(SECRET, "ChaCha20"), new IvParameterSpec(NONCE));
      cipher.updateAAD(header);
      byte[] sealed = cipher.doFinal(body);
      byte[] record = Arrays.copyOf(header, HEADER + sealed.length);
      System.arraycopy(sealed, 0, record, HEADER, sealed.length);
      return record;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void refusedRecords(List<Vector> vectors, byte[] record) {
    new Mutations(vectors, VectorKind.SPOOL, SpoolVectors::given)
        .truncated(record, 0, 3, 4, 5, 6, 7, 8, 15, 16, 27, 28, 43)
        .refused("cut to its tag", Failure.NOT_AUTHENTIC, Arrays.copyOf(record, 44))
        .refused("one byte less", Failure.NOT_AUTHENTIC, Arrays.copyOf(record, record.length - 1))
        .refused("one byte more", Failure.NOT_AUTHENTIC, Arrays.copyOf(record, record.length + 1))
        .with("magic", Failure.MAGIC, record, 0, 'k')
        .with("version 0", Failure.UNSUPPORTED, record, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, record, 4, 2)
        .with("first reserved byte", Failure.UNSUPPORTED, record, 5, 1)
        .with("last reserved byte", Failure.UNSUPPORTED, record, 7, 1)
        .flipped("another key's id", Failure.MISPLACED, record, 15)
        .flipped("another nonce", Failure.NOT_AUTHENTIC, record, 16)
        .flipped("payload", Failure.NOT_AUTHENTIC, record, 60)
        .flipped("tag", Failure.NOT_AUTHENTIC, record, record.length - 1);
    vectors.add(
        Vector.refused(
            "another secret",
            VectorKind.SPOOL,
            "NOT_AUTHENTIC",
            "keyId",
            "%016x".formatted(KEY_ID),
            "secret",
            new Choices(7).bytes(32),
            "record",
            record));
  }

  private static void refusedBodies(List<Vector> vectors) {
    byte[] right = new Body().encode();
    Mutations mutations = new Mutations(vectors, VectorKind.SPOOL, bytes -> given(sealed(bytes)));
    for (int size : new int[] {0, 32, 40, 44, 45, 46, 47, 48, 52, 53, 69, 90, 92, 94, 95, 98}) {
      mutations.refused(
          "body of " + size + " bytes", Failure.TRUNCATED, Arrays.copyOf(right, size));
    }
    mutations.refused(
        "body with one byte more", Failure.TRAILING, Arrays.copyOf(right, right.length + 1));
    change(mutations, "sequence 2^63", Failure.RANGE, body -> body.sequence = Long.MIN_VALUE);
    change(mutations, "epoch 0", Failure.RANGE, body -> body.epoch = 0);
    change(mutations, "epoch 2^31", Failure.RANGE, body -> body.epoch = Integer.MIN_VALUE);
    change(mutations, "no data shard", Failure.RANGE, body -> body.k = 0);
    change(mutations, "no parity shard", Failure.RANGE, body -> body.m = 0);
    change(mutations, "256 shards", Failure.RANGE, body -> body.k = 255);
    change(mutations, "compress 2", Failure.UNSUPPORTED, body -> body.compress = 2);
    change(mutations, "wanted 2", Failure.UNSUPPORTED, body -> body.wanted[1] = 2);
    change(mutations, "no peer", Failure.RANGE, body -> body.names = List.of());
    change(mutations, "a peer that is not there", Failure.RANGE, body -> body.places[1] = 2);
    change(mutations, "a peer that is not used", Failure.NOT_CANONICAL, body -> body.places[1] = 0);
    change(
        mutations,
        "peers out of order",
        Failure.NOT_CANONICAL,
        body -> {
          body.places[0] = 1;
          body.places[1] = 0;
        });
    change(
        mutations,
        "a peer twice",
        Failure.NOT_CANONICAL,
        body -> body.names = List.of("anna", "anna"));
    change(
        mutations, "a peer without a name", Failure.NAME, body -> body.names = List.of("anna", ""));
    change(
        mutations, "a blank in a name", Failure.NAME, body -> body.names = List.of("an na", "ben"));
    change(
        mutations,
        "a name beyond ASCII",
        Failure.NAME,
        body -> body.names = List.of("b\u00fc", "ben"));
    change(
        mutations,
        "a name over 64 bytes",
        Failure.RANGE,
        body -> body.names = List.of("a".repeat(65), "ben"));
    change(mutations, "chunk of 0 bytes", Failure.RANGE, body -> body.size = 0);
    change(mutations, "chunk over 4 MiB", Failure.RANGE, body -> body.size = (4 << 20) + 1);
    change(mutations, "chunk of 2^31", Failure.RANGE, body -> body.size = Integer.MIN_VALUE);
    change(mutations, "chunk shorter", Failure.TRAILING, body -> body.size = 4);
    change(mutations, "chunk longer", Failure.TRUNCATED, body -> body.size = 6);
  }

  private static void change(
      Mutations mutations, String name, Failure failure, java.util.function.Consumer<Body> change) {
    Body body = new Body();
    change.accept(body);
    mutations.refused(name, failure, body.encode());
  }
}
