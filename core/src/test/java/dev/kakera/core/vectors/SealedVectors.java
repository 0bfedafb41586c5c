package dev.kakera.core.vectors;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The header of sealed objects, byte by byte. */
final class SealedVectors {
  private SealedVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    Choices choices = new Choices(200);
    RepoId repo = new RepoId(choices.number(), choices.number());
    Locator locator = new Locator(Samples.digest(choices));
    List<SealedHeader> headers =
        List.of(
            new SealedHeader(ObjectType.SHARD, repo, 1, 4, 2, 0, 1, 64, locator),
            new SealedHeader(ObjectType.SHARD, repo, 7, 1, 1, 1, 1, 128, locator),
            new SealedHeader(
                ObjectType.SHARD, repo, Integer.MAX_VALUE, 200, 55, 254, 255, 0, locator),
            SealedHeader.whole(ObjectType.HEAD, repo, 1, 300, locator),
            SealedHeader.whole(ObjectType.BUNDLE, repo, 2, 91, locator),
            SealedHeader.whole(ObjectType.KEYRING, repo, 3, 123, locator),
            SealedHeader.whole(ObjectType.CACHE, repo, 1, 5 << 20, locator));
    for (SealedHeader header : headers) {
      vectors.add(
          Vector.accepted(
              "%s of %d bytes".formatted(header.type(), header.payloadSize()),
              VectorKind.HEADER,
              "header",
              header.encode(),
              "length",
              header.sealedSize()));
    }
    refusedShards(vectors, headers.getFirst());
    refusedHeads(vectors, headers.get(3));
    return vectors;
  }

  private static void refusedShards(List<Vector> vectors, SealedHeader header) {
    byte[] bytes = header.encode();
    Mutations mutations =
        new Mutations(
            vectors,
            VectorKind.HEADER,
            changed -> new Object[] {"header", changed, "length", header.sealedSize()});
    mutations
        .with("another magic", Failure.MAGIC, bytes, 0, 'K', 'K', 'R', 'B')
        .with("magic in small letters", Failure.MAGIC, bytes, 0, 'k', 'k', 'r', 'a')
        .with("nothing but zeros", Failure.MAGIC, bytes, 0, 0, 0, 0, 0)
        .with("version 0", Failure.UNSUPPORTED, bytes, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, bytes, 4, 2)
        .with("version 255", Failure.UNSUPPORTED, bytes, 4, 255)
        .with("suite 0", Failure.UNSUPPORTED, bytes, 5, 0)
        .with("suite 2, which is reserved", Failure.UNSUPPORTED, bytes, 5, 2)
        .with("type 0", Failure.UNSUPPORTED, bytes, 6, 0)
        .with("type 6", Failure.UNSUPPORTED, bytes, 6, 6)
        .with("type 255", Failure.UNSUPPORTED, bytes, 6, 255)
        .with("flag 1", Failure.UNSUPPORTED, bytes, 7, 1)
        .with("flag 128", Failure.UNSUPPORTED, bytes, 7, 128)
        .with("epoch 0", Failure.RANGE, bytes, 24, 0, 0, 0, 0)
        .with("epoch 2^31", Failure.RANGE, bytes, 24, 0x80, 0, 0, 0)
        .with("no data shard", Failure.RANGE, bytes, 28, 0)
        .with("no parity shard", Failure.RANGE, bytes, 29, 0)
        .with("256 shards", Failure.RANGE, bytes, 28, 200, 56)
        .with("index n", Failure.RANGE, bytes, 30, 6)
        .with("index 255", Failure.RANGE, bytes, 30, 255)
        .with("matrix 0", Failure.RANGE, bytes, 31, 0)
        .with("payload over 5 MiB", Failure.RANGE, bytes, 32, 0, 0x50, 0, 1)
        .with("payload of 2^31", Failure.RANGE, bytes, 32, 0x80, 0, 0, 0)
        .with("payload shorter than the object", Failure.TRAILING, bytes, 32, 0, 0, 0, 63)
        .with("payload longer than the object", Failure.TRUNCATED, bytes, 32, 0, 0, 0, 65)
        .with("a shard as a head", Failure.RANGE, bytes, 6, 2);
    for (int length :
        new int[] {0, 3, 4, 5, 6, 7, 8, 23, 24, 27, 28, 31, 32, 35, 36, 67, 68, 100}) {
      vectors.add(
          Vector.refused(
              "an object of %d bytes".formatted(length),
              VectorKind.HEADER,
              Failure.TRUNCATED.name(),
              "header",
              Arrays.copyOf(bytes, Math.min(length, bytes.length)),
              "length",
              length));
    }
    vectors.add(
        Vector.refused(
            "one byte more",
            VectorKind.HEADER,
            Failure.TRAILING.name(),
            "header",
            bytes,
            "length",
            header.sealedSize() + 1));
  }

  private static void refusedHeads(List<Vector> vectors, SealedHeader header) {
    byte[] bytes = header.encode();
    new Mutations(
            vectors,
            VectorKind.HEADER,
            changed -> new Object[] {"header", changed, "length", header.sealedSize()})
        .with("a head as a shard", Failure.RANGE, bytes, 6, 1)
        .with("a head with data shards", Failure.RANGE, bytes, 28, 4)
        .with("a head with parity shards", Failure.RANGE, bytes, 29, 2)
        .with("a head with an index", Failure.RANGE, bytes, 30, 1)
        .with("a head with a matrix", Failure.RANGE, bytes, 31, 1)
        .with("a head of epoch 0", Failure.RANGE, bytes, 24, 0, 0, 0, 0);
  }
}
