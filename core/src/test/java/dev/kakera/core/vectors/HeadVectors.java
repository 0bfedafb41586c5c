package dev.kakera.core.vectors;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Heads, and what only the home itself could have sealed wrongly. */
final class HeadVectors {
  private static final byte[] MASTER = new Choices(400).bytes(32);
  private static final RepoId REPO = RepoId.copyOf(new Choices(401).bytes(16));
  private static final int EPOCH = 2;

  /** Offsets in the body of a head whose path has 7 bytes and whose host has 4. */
  private static final int PATH = 58;

  private static final int HOST = PATH + 8;
  private static final int GEOMETRY = HOST + 5 + 16;
  private static final int TOTALS = GEOMETRY + 2;
  private static final int INDEX = TOTALS + 48;

  private HeadVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    HeadSealer sealer = new HeadSealer(keys(REPO, EPOCH));
    Head head = head(402, 1, List.of());
    accepted(vectors, sealer, "the first", head);
    accepted(vectors, sealer, "with an index", head(403, 9, List.of(1, 2)));
    Choices choices = new Choices(404);
    for (int any = 1; any <= 3; any++) {
      accepted(vectors, sealer, "any head, " + any, Samples.head(choices));
    }
    byte[] sealed = sealer.seal(head).sealed().toBytes();
    refusedObjects(vectors, sealer, sealed);
    byte[] withIndex = body(sealer.seal(head(403, 9, List.of(1, 2))).sealed().toBytes());
    refusedBodies(vectors, withIndex);
    refusedHeaders(vectors, sealer, sealed);
    return vectors;
  }

  private static Head head(long seed, long sequence, List<Integer> index) {
    Choices choices = new Choices(seed);
    return new Head(
        sequence,
        sequence == 1 ? Digest.ZERO : Samples.digest(choices),
        new SourceId(choices.number(), choices.number()),
        Bytes.utf8("/photos"),
        "home",
        1_790_000_000_000L,
        1_790_000_060_000L,
        true,
        new Geometry(4, 2),
        new Head.Totals(3, 2, 1, 0, 0, 12_345),
        index.stream().map(_ -> Samples.ref(choices)).toList());
  }

  private static RepositoryKeys keys(RepoId repo, int epoch) {
    return new RepositoryKeys(repo, epoch, new DerivedKeys(Secret.copyOf(MASTER)));
  }

  private static Object[] given(byte[] sealed) {
    return new Object[] {
      "repo", REPO, "epoch", EPOCH, "master", MASTER, "sealed", sealed,
    };
  }

  private static void accepted(List<Vector> vectors, HeadSealer sealer, String name, Head head) {
    byte[] sealed = sealer.seal(head).sealed().toBytes();
    vectors.add(Vector.accepted(name, VectorKind.HEAD, given(sealed)));
  }

  private static void refusedObjects(List<Vector> vectors, HeadSealer sealer, byte[] sealed) {
    byte[] next = sealer.seal(head(405, 2, List.of())).sealed().toBytes();
    byte[] movedLocator = sealed.clone();
    System.arraycopy(next, 36, movedLocator, 36, 32);
    byte[] swappedSiv = sealed.clone();
    System.arraycopy(next, 68, swappedSiv, 68, 32);
    new Mutations(vectors, VectorKind.HEAD, HeadVectors::given)
        .truncated(sealed, 0, 67, 68, 100, sealed.length - 1)
        .trailing(sealed)
        .with("magic", Failure.MAGIC, sealed, 3, 'B')
        .with("version", Failure.UNSUPPORTED, sealed, 4, 2)
        .with("suite", Failure.UNSUPPORTED, sealed, 5, 2)
        .with("type of a bundle", Failure.MISPLACED, sealed, 6, 3)
        .with("type of a cached segment", Failure.MISPLACED, sealed, 6, 5)
        .with("another epoch", Failure.NOT_AUTHENTIC, sealed, 27, 1)
        .flipped("another repository", Failure.NOT_AUTHENTIC, sealed, 8)
        .refused("the locator of the next", Failure.NOT_AUTHENTIC, movedLocator)
        .refused("the siv of the next", Failure.NOT_AUTHENTIC, swappedSiv)
        .flipped("siv", Failure.NOT_AUTHENTIC, sealed, 99)
        .flipped("payload", Failure.NOT_AUTHENTIC, sealed, 100)
        .flipped("tag", Failure.NOT_AUTHENTIC, sealed, sealed.length - 1);
    vectors.add(
        Vector.refused(
            "another master key",
            VectorKind.HEAD,
            "NOT_AUTHENTIC",
            "repo",
            REPO,
            "epoch",
            EPOCH,
            "master",
            new Choices(6).bytes(32),
            "sealed",
            sealed));
  }

  private static void refusedBodies(List<Vector> vectors, byte[] body) {
    Locator right = new HeadSealer(keys(REPO, EPOCH)).locator(9);
    new Mutations(
            vectors,
            VectorKind.HEAD,
            bytes ->
                given(sealed(keys(REPO, EPOCH), right, signed(bytes, Signatures.Context.HEAD))))
        .of("body")
        .truncated(body, 0, 1, 2, 10, 42, PATH, PATH + 7, HOST, HOST + 4, GEOMETRY - 1)
        .truncated(body, GEOMETRY + 1, TOTALS + 47, INDEX + 1, INDEX + 2, body.length - 1)
        .trailing(body)
        .with("version 0", Failure.UNSUPPORTED, body, 0, 0)
        .with("version 2", Failure.UNSUPPORTED, body, 0, 2)
        .with("flag 2", Failure.UNSUPPORTED, body, 1, 2)
        .with("sequence 0", Failure.RANGE, body, 2, 0, 0, 0, 0, 0, 0, 0, 0)
        .with("sequence 2^63", Failure.RANGE, body, 2, 0x80)
        .with("path over 64 KiB", Failure.RANGE, body, PATH, 0x81, 0x80, 0x04)
        .with("length of the path too long", Failure.NOT_CANONICAL, body, PATH, 0x87, 0)
        .with("host is not UTF-8", Failure.NOT_CANONICAL, body, HOST + 1, 0xff)
        .with("host over 255 bytes", Failure.RANGE, body, HOST, 0x80, 0x02)
        .with("no data shard", Failure.RANGE, body, GEOMETRY, 0)
        .with("no parity shard", Failure.RANGE, body, GEOMETRY + 1, 0)
        .with("256 shards", Failure.RANGE, body, GEOMETRY, 128, 128)
        .with("negative files", Failure.RANGE, body, TOTALS, 0x80)
        .with("negative bytes", Failure.RANGE, body, TOTALS + 40, 0x80)
        .with("4,097 index chunks", Failure.RANGE, body, INDEX, 0x10, 0x01)
        .with("fewer index chunks", Failure.TRAILING, body, INDEX, 0, 1)
        .with("more index chunks", Failure.TRUNCATED, body, INDEX, 0, 3)
        .with("index chunk of epoch 0", Failure.RANGE, body, INDEX + 66, 0, 0, 0, 0)
        .with("index chunk by matrix 2", Failure.UNSUPPORTED, body, INDEX + 72, 2)
        .with("index chunk with codec 7", Failure.UNSUPPORTED, body, INDEX + 73, 7)
        .with("another sequence than the locator's", Failure.MISPLACED, body, 9, 8);
  }

  private static void refusedHeaders(List<Vector> vectors, HeadSealer sealer, byte[] sealed) {
    byte[] body = body(sealed);
    byte[] payload = signed(body, Signatures.Context.HEAD);
    RepositoryKeys right = keys(REPO, EPOCH);
    Locator locator = sealer.locator(1);
    RepoId otherRepo = new RepoId(REPO.high(), REPO.low() ^ 1);
    new Mutations(vectors, VectorKind.HEAD, HeadVectors::given)
        .refused(
            "sealed under the next one's locator",
            Failure.MISPLACED,
            sealed(right, sealer.locator(2), payload))
        .refused(
            "sealed for another repository",
            Failure.MISPLACED,
            sealed(keys(otherRepo, EPOCH), locator, payload))
        .refused(
            "sealed for another epoch", Failure.MISPLACED, sealed(keys(REPO, 3), locator, payload))
        .refused(
            "signed as an order",
            Failure.NOT_AUTHENTIC,
            sealed(right, locator, signed(body, Signatures.Context.ORDER)))
        .refused(
            "signature flipped",
            Failure.NOT_AUTHENTIC,
            sealed(right, locator, flipped(payload, payload.length - 1)))
        .refused(
            "body flipped", Failure.NOT_AUTHENTIC, sealed(right, locator, flipped(payload, 60)))
        .refused(
            "shorter than a signature", Failure.TRUNCATED, sealed(right, locator, new byte[63]));
  }

  private static byte[] body(byte[] sealed) {
    byte[] payload = new Sealer(keys(REPO, EPOCH).keys()).openWhole(ObjectType.HEAD, sealed);
    return Arrays.copyOf(payload, payload.length - 64);
  }

  private static byte[] signed(byte[] body, Signatures.Context context) {
    byte[] payload = Arrays.copyOf(body, body.length + 64);
    byte[] signature = keys(REPO, EPOCH).homeKey().sign(context, body);
    System.arraycopy(signature, 0, payload, body.length, 64);
    return payload;
  }

  private static byte[] sealed(RepositoryKeys keys, Locator locator, byte[] payload) {
    SealedHeader header =
        SealedHeader.whole(ObjectType.HEAD, keys.repo(), keys.epoch(), payload.length, locator);
    return new Sealer(keys.keys()).sealWhole(header, payload);
  }

  private static byte[] flipped(byte[] bytes, int at) {
    return Mutations.changed(bytes, at, bytes[at] ^ 1);
  }
}
