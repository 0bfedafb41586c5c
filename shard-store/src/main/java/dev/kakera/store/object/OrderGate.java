package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.StoreLayout;
import java.time.Instant;
import java.time.InstantSource;
import java.util.zip.CRC32C;

/** Lets through only what this store's home has ordered from this very peer. Thread-safe. */
public final class OrderGate {
  private final HomeRef home;
  private final byte[] homeKey;
  private final PeerId peer;
  private final InstantSource clock;

  public OrderGate(HomeRef home, PeerId peer, InstantSource clock) {
    this.home = home;
    this.homeKey = home.publicKey().toBytes();
    this.peer = peer;
    this.clock = clock;
  }

  /**
   * An order that is the home's.
   *
   * @param digest what receipts name it by
   */
  public record Checked(Order order, Digest digest) {}

  /** Checks everything but the object that an order goes with. */
  public Checked check(Signed signed) throws RejectedOrderException {
    byte[] body = signed.body().toBytes();
    if (body.length != Order.BYTES) {
      throw new RejectedOrderException(
          Rejection.MALFORMED,
          "order has %d bytes, expected %d".formatted(body.length, Order.BYTES));
    }
    if (!Signatures.verify(homeKey, Signatures.Context.ORDER, body, signed.signature().toBytes())) {
      throw new RejectedOrderException(
          Rejection.BAD_SIGNATURE,
          "order is not signed by the home of repository %s".formatted(home.repo()));
    }
    Order order = decode(body);
    if (!order.repo().equals(home.repo())) {
      throw new RejectedOrderException(
          Rejection.WRONG_HOME,
          "order is of repository %s, this store serves %s".formatted(order.repo(), home.repo()));
    }
    if (!order.peer().equals(peer)) {
      throw new RejectedOrderException(
          Rejection.WRONG_PEER, "order is for peer %s, this is %s".formatted(order.peer(), peer));
    }
    Instant now = clock.instant();
    if (order.expirySeconds() <= now.getEpochSecond()) {
      throw new RejectedOrderException(
          Rejection.EXPIRED,
          "order expired at %s, it is %s here: if that is wrong, set this machine's clock"
              .formatted(
                  Instant.ofEpochSecond(
                      Math.min(order.expirySeconds(), Instant.MAX.getEpochSecond())),
                  now));
    }
    return new Checked(order, Order.digest(body));
  }

  /** Checks that a sealed object is the one that its put order names. */
  public static SealedHeader checkObject(Order order, byte[] sealed) throws RejectedOrderException {
    if (order.kind() != Order.Kind.PUT) {
      throw new RejectedOrderException(
          Rejection.WRONG_KIND, "order is a %s, expected a PUT".formatted(order.kind()));
    }
    if (order.size() != sealed.length) {
      throw new RejectedOrderException(
          Rejection.MISMATCH,
          "object has %d bytes, its order says %d".formatted(sealed.length, order.size()));
    }
    SealedHeader header = header(sealed);
    if (!StoreLayout.keptTypes().contains(header.type())) {
      throw new RejectedOrderException(
          Rejection.MISMATCH,
          "object is a %s, which never lies at a peer".formatted(header.type()));
    }
    if (!header.locator().equals(order.locator()) || !header.repo().equals(order.repo())) {
      throw new RejectedOrderException(
          Rejection.MISMATCH,
          "object is %s of repository %s, its order says %s of %s"
              .formatted(header.locator(), header.repo(), order.locator(), order.repo()));
    }
    CRC32C crc = new CRC32C();
    crc.update(sealed, 0, sealed.length);
    if ((int) crc.getValue() != order.crc32c()) {
      throw new RejectedOrderException(
          Rejection.MISMATCH,
          "object has CRC-32C %08x, its order says %08x"
              .formatted((int) crc.getValue(), order.crc32c()));
    }
    return header;
  }

  private static SealedHeader header(byte[] sealed) throws RejectedOrderException {
    try {
      return SealedHeader.read(sealed, 0, sealed.length);
    } catch (MalformedException e) {
      throw new RejectedOrderException(Rejection.MALFORMED, e.getMessage());
    }
  }

  private static Order decode(byte[] body) throws RejectedOrderException {
    try {
      return Order.decode(body);
    } catch (MalformedException e) {
      throw new RejectedOrderException(Rejection.MALFORMED, e.getMessage());
    }
  }
}
