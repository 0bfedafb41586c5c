package dev.kakera.core.vectors;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.order.Order;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.List;

/** Orders, receipts and the tree of digests. */
final class OrderVectors {
  private OrderVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    int leaf = 64 << 10;
    int[] sizes = {0, 1, leaf - 1, leaf, leaf + 1, 2 * leaf, 3 * leaf, 5 * leaf + 1, 16 * leaf};
    for (int size : sizes) {
      vectors.add(Vector.accepted("of " + size + " bytes", VectorKind.TREE, "size", size));
    }
    orders(vectors);
    receipts(vectors);
    return vectors;
  }

  private static void orders(List<Vector> vectors) {
    Choices choices = new Choices(600);
    byte[] body = new byte[0];
    for (Order.Kind kind : Order.Kind.values()) {
      Order order =
          new Order(
              kind,
              new RepoId(choices.number(), choices.number()),
              new PeerId(choices.number(), choices.number()),
              new Locator(kind == Order.Kind.INVENTORY ? Digest.ZERO : Samples.digest(choices)),
              kind == Order.Kind.PUT ? 262_260 : 0,
              kind == Order.Kind.PUT ? (int) choices.number() : 0,
              choices.between(1, 1_000_000),
              kind == Order.Kind.DELETE ? 1_790_000_000L : 0,
              1_790_086_400L);
      body = order.encode();
      vectors.add(Vector.accepted(kind.name(), VectorKind.ORDER, "body", body));
    }
    new Mutations(vectors, VectorKind.ORDER, bytes -> new Object[] {"body", bytes})
        .truncated(body, 0, 3, 4, 5, 6, 7, 8, 23, 24, 39, 40, 71, 72, 75, 76, 79, 80, 87, 88)
        .truncated(body, 95, 96, 103)
        .trailing(body)
        .with("magic of a receipt", Failure.MAGIC, body, 0, 'K', 'K', 'R', 'C')
        .with("version 0", Failure.UNSUPPORTED, body, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, body, 4, 2)
        .with("kind 0", Failure.UNSUPPORTED, body, 5, 0)
        .with("kind 6", Failure.UNSUPPORTED, body, 5, 6)
        .with("kind 255", Failure.UNSUPPORTED, body, 5, 255)
        .with("first reserved byte", Failure.UNSUPPORTED, body, 6, 1)
        .with("second reserved byte", Failure.UNSUPPORTED, body, 7, 1)
        .with("size 2^31", Failure.RANGE, body, 72, 0x80)
        .with("sequence 2^63", Failure.RANGE, body, 80, 0x80)
        .with("not before 2^63", Failure.RANGE, body, 88, 0x80)
        .with("expiry 2^63", Failure.RANGE, body, 96, 0x80);
  }

  private static void receipts(List<Vector> vectors) {
    Choices choices = new Choices(601);
    byte[] body = new byte[0];
    for (int any = 1; any <= 4; any++) {
      body = Samples.receipt(choices).encode();
      vectors.add(Vector.accepted("any receipt, " + any, VectorKind.RECEIPT, "body", body));
    }
    new Mutations(vectors, VectorKind.RECEIPT, bytes -> new Object[] {"body", bytes})
        .truncated(body, 0, 3, 4, 5, 6, 7, 8, 24, 40, 56, 64, 96, 128, 160, 192, 196, 204, 211)
        .trailing(body)
        .with("magic of an order", Failure.MAGIC, body, 0, 'K', 'K', 'O', 'R')
        .with("version 0", Failure.UNSUPPORTED, body, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, body, 4, 2)
        .with("kind 0", Failure.UNSUPPORTED, body, 5, 0)
        .with("kind 4", Failure.UNSUPPORTED, body, 5, 4)
        .with("reserved byte", Failure.UNSUPPORTED, body, 7, 1)
        .with("sequence 0", Failure.RANGE, body, 56, 0, 0, 0, 0, 0, 0, 0, 0)
        .with("sequence 2^63", Failure.RANGE, body, 56, 0x80)
        .with("size 2^31", Failure.RANGE, body, 192, 0x80)
        .with("detail 2^63", Failure.RANGE, body, 196, 0x80);
  }
}
