package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.object.PutRequest;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** A home that signs orders and makes objects that look sealed. */
public final class TestHome {
  public static final long NOW = Instant.parse("2026-03-01T12:00:00Z").getEpochSecond();
  public static final long EXPIRY = NOW + 3_600;

  private final SplittableRandom random;
  private final RepoId repo;
  private final Signatures.SigningKey key;

  public TestHome(long seed) {
    random = new SplittableRandom(seed);
    repo = new RepoId(random.nextLong(), random.nextLong());
    key = new Signatures.SigningKey(Secret.takeOwnershipOf(bytes(Secret.BYTES)));
  }

  public RepoId repo() {
    return repo;
  }

  public HomeRef ref() {
    return new HomeRef(repo, Bytes.takeOwnershipOf(key.publicKey()));
  }

  public byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  public Locator locator() {
    return Locator.copyOf(bytes(Locator.BYTES));
  }

  /** A sealed shard of a random locator. */
  public byte[] shard(int payloadSize) {
    return object(ObjectType.SHARD, locator(), payloadSize);
  }

  public byte[] object(ObjectType type, Locator locator, int payloadSize) {
    return object(type, repo, locator, payloadSize);
  }

  public byte[] object(ObjectType type, RepoId owner, Locator locator, int payloadSize) {
    SealedHeader header =
        type == ObjectType.SHARD
            ? new SealedHeader(type, owner, 1, 4, 2, 3, 1, payloadSize, locator)
            : SealedHeader.whole(type, owner, 1, payloadSize, locator);
    byte[] sealed = bytes(header.sealedSize());
    System.arraycopy(header.encode(), 0, sealed, 0, SealedHeader.BYTES);
    return sealed;
  }

  public static Locator locatorOf(byte[] sealed) {
    return SealedHeader.read(sealed, 0, sealed.length).locator();
  }

  public static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }

  public Order putOrder(PeerId peer, byte[] sealed, long sequence) {
    return new Order(
        Order.Kind.PUT,
        repo,
        peer,
        locatorOf(sealed),
        sealed.length,
        crc(sealed),
        sequence,
        0,
        EXPIRY);
  }

  public Order order(Order.Kind kind, PeerId peer, Locator locator, long sequence) {
    return new Order(kind, repo, peer, locator, 0, 0, sequence, 0, EXPIRY);
  }

  public Signed sign(Order order) {
    return Signed.sign(key, Signatures.Context.ORDER, order.encode());
  }

  public PutRequest put(PeerId peer, byte[] sealed, long sequence) {
    return PutRequest.wrap(sign(putOrder(peer, sealed, sequence)), sealed);
  }
}
