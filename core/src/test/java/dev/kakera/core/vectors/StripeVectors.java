package dev.kakera.core.vectors;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.core.stripe.StripeEncoder;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Chunks, their references and their shards. */
final class StripeVectors {
  private static final byte[] MASTER = new Choices(300).bytes(32);
  private static final RepoId REPO = RepoId.copyOf(new Choices(301).bytes(16));
  private static final Geometry FOUR_TWO = new Geometry(4, 2);
  private static final byte[] TEXT =
      "Any k of the n shards give the chunk back. ".repeat(30).getBytes(StandardCharsets.US_ASCII);

  private StripeVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    for (String plain : List.of("", "k", "kakera")) {
      vectors.add(
          Vector.accepted(
              "of \"" + plain + "\"",
              VectorKind.CHUNK_ID,
              keyed(1, "plain", plain.getBytes(StandardCharsets.US_ASCII))));
    }
    vectors.add(
        Vector.published(
            "4+2",
            VectorKind.PARITY,
            Vector.map(
                "geometry",
                "4+2",
                "data",
                List.of(
                    "0726456483a2c1e0",
                    "1837567594b3d2f1",
                    "29486786a5c4e302",
                    "3a597897b6d5f413")),
            Vector.map("parity", List.of("0c000c0004000400", "8ee54eb087e6fcfd"))));
    int[] sizes = {1, 64, 65, 256, 257, 1000, 4097, 100_000, 1 << 20, (1 << 20) + 1, 4 << 20};
    for (int size : sizes) {
      vectors.add(Vector.accepted("of " + size, VectorKind.PADDING, "size", size, "k", 4));
    }
    for (String geometry : List.of("4+2", "2+4", "1+1")) {
      vectors.add(
          Vector.accepted(
              geometry,
              VectorKind.STRIPE,
              keyed(1, "geometry", geometry, "plain", new Choices(302).bytes(70))));
    }
    chunks(vectors);
    shards(vectors);
    refs(vectors);
    return vectors;
  }

  private static Object[] keyed(int epoch, Object... more) {
    Object[] given = {"repo", REPO, "epoch", epoch, "master", MASTER};
    Object[] all = Arrays.copyOf(given, given.length + more.length);
    System.arraycopy(more, 0, all, given.length, more.length);
    return all;
  }

  private static SealedStripe stripe(byte[] plain) {
    RepositoryKeys keys = new RepositoryKeys(REPO, 1, new DerivedKeys(Secret.copyOf(MASTER)));
    ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
      return encoder.encode(chunk, FOUR_TWO, true, plain, 0, plain.length);
    }
  }

  private static byte[] ref(SealedStripe stripe) {
    ByteWriter writer = new ByteWriter(ChunkRef.BYTES);
    stripe.ref().writeTo(writer);
    return writer.toBytes();
  }

  private static List<String> kept(SealedStripe stripe, String pattern) {
    List<String> shards = new ArrayList<>();
    for (int index = 0; index < pattern.length(); index++) {
      shards.add(
          pattern.charAt(index) == '#' ? HexFormat.of().formatHex(stripe.sealed(index)) : "");
    }
    return shards;
  }

  private static void chunks(List<Vector> vectors) {
    SealedStripe plain = stripe(new Choices(303).bytes(70));
    SealedStripe compressed = stripe(TEXT);
    for (String pattern : List.of("####..", "..####", "#.#.##")) {
      vectors.add(
          Vector.accepted(
              "from " + pattern,
              VectorKind.CHUNK,
              keyed(1, "ref", ref(plain), "shards", kept(plain, pattern))));
      vectors.add(
          Vector.accepted(
              "compressed, from " + pattern,
              VectorKind.CHUNK,
              keyed(1, "ref", ref(compressed), "shards", kept(compressed, pattern))));
    }
    for (String pattern : List.of("......", "###...", "....##", "#.#.#.")) {
      refused(vectors, "from " + pattern, "TOO_FEW_SHARDS", ref(plain), kept(plain, pattern));
    }
    byte[] otherChunk = Mutations.changed(ref(plain), 0, ref(plain)[0] ^ 1);
    refused(vectors, "another chunk", "NOT_AUTHENTIC", otherChunk, kept(plain, "######"));
    byte[] zipped = ref(compressed);
    byte[] longer = Mutations.changed(zipped, 75, zipped[75] + 1);
    byte[] shorter = Mutations.changed(zipped, 75, zipped[75] - 1);
    byte[] cut = Mutations.changed(zipped, 79, zipped[79] - 1);
    refused(vectors, "expands to less", "NOT_AUTHENTIC", longer, kept(compressed, "######"));
    refused(vectors, "expands to more", "NOT_AUTHENTIC", shorter, kept(compressed, "######"));
    refused(vectors, "does not expand", "NOT_AUTHENTIC", cut, kept(compressed, "######"));
  }

  private static void refused(
      List<Vector> vectors, String name, String failure, byte[] ref, List<String> shards) {
    vectors.add(
        Vector.refused(name, VectorKind.CHUNK, failure, keyed(1, "ref", ref, "shards", shards)));
  }

  private static void shards(List<Vector> vectors) {
    SealedStripe stripe = stripe(new Choices(304).bytes(100));
    SealedStripe other = stripe(new Choices(305).bytes(100));
    byte[] ref = ref(stripe);
    for (int index : new int[] {0, 3, 5}) {
      vectors.add(
          Vector.accepted(
              "index " + index,
              VectorKind.SHARD,
              keyed(1, "ref", ref, "index", index, "sealed", stripe.sealed(index))));
    }
    byte[] sealed = stripe.sealed(2);
    byte[] swappedSiv = sealed.clone();
    System.arraycopy(stripe.sealed(3), 68, swappedSiv, 68, 32);
    byte[] movedLocator = sealed.clone();
    System.arraycopy(stripe.sealed(3), 36, movedLocator, 36, 32);
    byte[] otherBody = sealed.clone();
    System.arraycopy(other.sealed(2), 100, otherBody, 100, sealed.length - 100);
    new Mutations(
            vectors, VectorKind.SHARD, bytes -> keyed(1, "ref", ref, "index", 2, "sealed", bytes))
        .truncated(sealed, 0, 35, 67, 68, 99, 100, sealed.length - 16, sealed.length - 1)
        .trailing(sealed)
        .with("magic", Failure.MAGIC, sealed, 0, 'X')
        .with("version", Failure.UNSUPPORTED, sealed, 4, 2)
        .with("suite", Failure.UNSUPPORTED, sealed, 5, 2)
        .with("type", Failure.UNSUPPORTED, sealed, 6, 9)
        .with("flags", Failure.UNSUPPORTED, sealed, 7, 1)
        .flipped("another repository", Failure.MISPLACED, sealed, 8)
        .with("another epoch", Failure.MISPLACED, sealed, 27, 2)
        .with("other k", Failure.MISPLACED, sealed, 28, 5)
        .with("other m", Failure.MISPLACED, sealed, 29, 3)
        .with("another index", Failure.MISPLACED, sealed, 30, 3)
        .with("another matrix", Failure.MISPLACED, sealed, 31, 2)
        .flipped("another locator", Failure.MISPLACED, sealed, 67)
        .refused("the locator of its neighbour", Failure.MISPLACED, movedLocator)
        .refused("its neighbour", Failure.MISPLACED, stripe.sealed(3))
        .refused("the same index of another chunk", Failure.MISPLACED, other.sealed(2))
        .flipped("first byte of the siv", Failure.NOT_AUTHENTIC, sealed, 68)
        .flipped("last byte of the siv", Failure.NOT_AUTHENTIC, sealed, 99)
        .refused("the siv of its neighbour", Failure.NOT_AUTHENTIC, swappedSiv)
        .flipped("first byte of the payload", Failure.NOT_AUTHENTIC, sealed, 100)
        .flipped("last byte of the payload", Failure.NOT_AUTHENTIC, sealed, sealed.length - 17)
        .flipped("first byte of the tag", Failure.NOT_AUTHENTIC, sealed, sealed.length - 16)
        .flipped("last byte of the tag", Failure.NOT_AUTHENTIC, sealed, sealed.length - 1)
        .refused("the payload of another chunk", Failure.NOT_AUTHENTIC, otherBody);
    vectors.add(
        Vector.refused(
            "under another master key",
            VectorKind.SHARD,
            "MISPLACED",
            "repo",
            REPO,
            "epoch",
            1,
            "master",
            new Choices(9).bytes(32),
            "ref",
            ref,
            "index",
            2,
            "sealed",
            sealed));
  }

  private static void refs(List<Vector> vectors) {
    byte[] plain = ref(stripe(new Choices(306).bytes(1000)));
    byte[] compressed = ref(stripe(TEXT));
    vectors.add(Vector.accepted("as it is", VectorKind.CHUNK_REF, "ref", plain));
    vectors.add(Vector.accepted("compressed", VectorKind.CHUNK_REF, "ref", compressed));
    byte[] largest = Mutations.changed(plain, 72, 0, 0x40, 0, 0, 0, 0x40, 0, 0);
    vectors.add(Vector.accepted("of 4 MiB", VectorKind.CHUNK_REF, "ref", largest));
    new Mutations(vectors, VectorKind.CHUNK_REF, bytes -> new Object[] {"ref", bytes})
        .truncated(plain, 0, 31, 32, 63, 64, 67, 68, 69, 70, 71, 72, 75, 76, 79)
        .trailing(plain)
        .with("epoch 0", Failure.RANGE, plain, 64, 0, 0, 0, 0)
        .with("epoch 2^31", Failure.RANGE, plain, 64, 0x80, 0, 0, 0)
        .with("no data shard", Failure.RANGE, plain, 68, 0)
        .with("no parity shard", Failure.RANGE, plain, 69, 0)
        .with("256 shards", Failure.RANGE, plain, 68, 254, 2)
        .with("matrix 0", Failure.UNSUPPORTED, plain, 70, 0)
        .with("matrix 2", Failure.UNSUPPORTED, plain, 70, 2)
        .with("codec 2", Failure.UNSUPPORTED, plain, 71, 2)
        .with("chunk of 0 bytes", Failure.RANGE, plain, 72, 0, 0, 0, 0, 0, 0, 0, 0)
        .with("chunk over 4 MiB", Failure.RANGE, plain, 72, 0, 0x40, 0, 1, 0, 0x40, 0, 1)
        .with("chunk of 2^31", Failure.RANGE, plain, 72, 0x80, 0, 0, 0)
        .with("another size, not compressed", Failure.RANGE, plain, 76, 0, 0, 3, 0xe7)
        .with("compressed to the same size", Failure.RANGE, plain, 71, 1)
        .with("compressed to nothing", Failure.RANGE, compressed, 76, 0, 0, 0, 0)
        .with("compressed to more", Failure.RANGE, compressed, 76, 0, 0x40, 0, 0)
        .with("compressed to 2^31", Failure.RANGE, compressed, 76, 0x80, 0, 0, 0);
  }
}
