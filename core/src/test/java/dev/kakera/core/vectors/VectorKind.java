package dev.kakera.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHashes;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.order.TreeHash;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.core.stripe.StripeDecoder;
import dev.kakera.core.stripe.StripeEncoder;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * What a vector does: from what is given to what comes out. Whatever was decoded is encoded again
 * on the way, and must give the same bytes (I-35).
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
enum VectorKind {
  WORDS(VectorKind::words),
  HKDF_EXPAND(VectorKind::hkdfExpand),
  SUBKEY(VectorKind::subkey),
  ED25519(VectorKind::ed25519),
  SIGNATURE(VectorKind::signature),
  SIGNED(VectorKind::signed),
  AEAD(VectorKind::aead),
  CHUNK_ID(VectorKind::chunkId),
  CHUNK_REF(VectorKind::chunkRef),
  STRIPE(VectorKind::stripe),
  CHUNK(VectorKind::chunk),
  HEADER(VectorKind::header),
  SHARD(VectorKind::shard),
  HEAD(VectorKind::head),
  BUNDLE(VectorKind::bundle),
  SPOOL(VectorKind::spool),
  ORDER(VectorKind::order),
  RECEIPT(VectorKind::receipt),
  SEGMENT(VectorKind::segment),
  INDEX(VectorKind::index),
  TREE(VectorKind::tree),
  PADDING(VectorKind::padding),
  PARITY(VectorKind::parity);

  private final Function<Given, Map<String, Object>> action;

  VectorKind(Function<Given, Map<String, Object>> action) {
    this.action = action;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static VectorKind byId(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  Map<String, Object> apply(Map<String, Object> given) {
    return action.apply(new Given(given));
  }

  /** The inputs of a vector by type. */
  record Given(Map<String, Object> map) {
    String text(String name) {
      return (String) map.get(name);
    }

    byte[] bytes(String name) {
      return HexFormat.of().parseHex(text(name));
    }

    int number(String name) {
      return Integer.parseInt(text(name));
    }

    Secret secret(String name) {
      return Secret.takeOwnershipOf(bytes(name));
    }

    List<?> list(String name) {
      return (List<?>) map.get(name);
    }

    RepositoryKeys keys() {
      return new RepositoryKeys(
          RepoId.parse(text("repo")), number("epoch"), new DerivedKeys(secret("master")));
    }

    ChunkRef ref() {
      ByteReader reader = new ByteReader("chunk reference", bytes("ref"));
      ChunkRef ref = ChunkRef.read(reader);
      reader.end();
      return ref;
    }
  }

  private static Map<String, Object> words(Given given) {
    Secret secret = RecoveryWords.decode(given.text("words"));
    return Vector.map(
        "entropy", secret.toBytes(), "words", String.join(" ", RecoveryWords.encode(secret)));
  }

  private static Map<String, Object> hkdfExpand(Given given) {
    return Vector.map(
        "okm",
        KeyedHashes.of(given.bytes("prk")).expand(given.bytes("info"), given.number("length")));
  }

  private static Map<String, Object> subkey(Given given) {
    KeyPurpose purpose = KeyPurpose.valueOf(given.text("purpose").toUpperCase(Locale.ROOT));
    return Vector.map("key", new DerivedKeys(given.secret("secret")).secret(purpose).toBytes());
  }

  private static Map<String, Object> ed25519(Given given) {
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, new Ed25519PrivateKeyParameters(given.bytes("seed"), 0));
    byte[] message = given.bytes("message");
    signer.update(message, 0, message.length);
    return Vector.map(
        "publicKey",
        new Signatures.SigningKey(given.secret("seed")).publicKey(),
        "signature",
        signer.generateSignature());
  }

  private static Map<String, Object> signature(Given given) {
    Signatures.SigningKey key = new Signatures.SigningKey(given.secret("seed"));
    byte[] body = given.bytes("body");
    Signed signed = Signed.sign(key, context(given), body);
    return Vector.map(
        "publicKey",
        key.publicKey(),
        "signature",
        signed.signature().toBytes(),
        "text",
        signed.toText());
  }

  private static Map<String, Object> signed(Given given) {
    Signed signed = Signed.parse(given.text("text"));
    assertThat(signed.toText()).isEqualTo(given.text("text"));
    return Vector.map("body", signed.verified(given.bytes("publicKey"), context(given)));
  }

  private static Signatures.Context context(Given given) {
    return Signatures.Context.valueOf(given.text("context").toUpperCase(Locale.ROOT));
  }

  private static Map<String, Object> aead(Given given) {
    try {
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(given.bytes("key"), "ChaCha20"),
          new IvParameterSpec(given.bytes("nonce")));
      cipher.updateAAD(given.bytes("aad"));
      return Vector.map("sealed", cipher.doFinal(given.bytes("plain")));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> chunkId(Given given) {
    byte[] plain = given.bytes("plain");
    return Vector.map("chunk", new StripeNaming(given.keys()).chunkId(plain, 0, plain.length));
  }

  private static Map<String, Object> chunkRef(Given given) {
    ChunkRef ref = given.ref();
    ByteWriter writer = new ByteWriter(ChunkRef.BYTES);
    ref.writeTo(writer);
    assertThat(writer.toBytes()).isEqualTo(given.bytes("ref"));
    Map<String, Object> is = Described.ref(ref);
    is.put("shardSize", Integer.toString(ref.shardSize()));
    return is;
  }

  private static Map<String, Object> stripe(Given given) {
    RepositoryKeys keys = given.keys();
    byte[] plain = given.bytes("plain");
    ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
    Geometry geometry = Geometry.parse(given.text("geometry"));
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
      SealedStripe stripe = encoder.encode(chunk, geometry, false, plain, 0, plain.length);
      List<Object> locators = new ArrayList<>();
      List<Object> shards = new ArrayList<>();
      for (int index = 0; index < geometry.n(); index++) {
        locators.add(stripe.locator(index));
        shards.add(stripe.sealed(index));
      }
      ByteWriter ref = new ByteWriter(ChunkRef.BYTES);
      stripe.ref().writeTo(ref);
      return Vector.map("ref", ref.toBytes(), "locators", locators, "shards", shards);
    }
  }

  private static Map<String, Object> chunk(Given given) {
    ChunkRef ref = given.ref();
    try (StripeDecoder decoder = new StripeDecoder(given.keys())) {
      byte[][] payloads = new byte[ref.geometry().n()][];
      for (int index = 0; index < payloads.length; index++) {
        String sealed = (String) given.list("shards").get(index);
        payloads[index] =
            sealed.isEmpty() ? null : decoder.open(ref, index, HexFormat.of().parseHex(sealed));
      }
      return Vector.map("plain", decoder.decode(ref, payloads));
    }
  }

  private static Map<String, Object> header(Given given) {
    byte[] bytes = given.bytes("header");
    byte[] object = Arrays.copyOf(bytes, given.number("length"));
    SealedHeader header = SealedHeader.read(object, 0, object.length);
    assertThat(header.encode()).isEqualTo(bytes);
    return Vector.map(
        "type",
        header.type(),
        "repo",
        header.repo(),
        "epoch",
        header.epoch(),
        "k",
        header.k(),
        "m",
        header.m(),
        "index",
        header.index(),
        "matrix",
        header.matrix(),
        "payloadSize",
        header.payloadSize(),
        "locator",
        header.locator());
  }

  private static Map<String, Object> shard(Given given) {
    try (StripeDecoder decoder = new StripeDecoder(given.keys())) {
      ChunkRef ref = given.ref();
      int index = given.number("index");
      return Vector.map(
          "locator",
          decoder.locator(ref, index),
          "payload",
          decoder.open(ref, index, given.bytes("sealed")));
    }
  }

  private static Map<String, Object> head(Given given) {
    HeadSealer sealer = new HeadSealer(given.keys());
    HeadSealer.Sealed opened = sealer.open(given.bytes("sealed"));
    assertThat(sealer.seal(opened.head())).isEqualTo(opened);
    return Vector.map(
        "head",
        Described.head(opened.head()),
        "snapshot",
        opened.snapshot(),
        "locator",
        opened.locator(),
        "digest",
        opened.digest());
  }

  private static Map<String, Object> bundle(Given given) {
    ObjectType type = ObjectType.valueOf(given.text("type"));
    byte[] sealed = given.bytes("sealed");
    KeyBundle bundle = BundleSealer.open(type, sealed, given.secret("wrapping"));
    assertThat(BundleSealer.seal(type, bundle, given.secret("wrapping"))).isEqualTo(sealed);
    return Vector.map(
        "repo",
        bundle.repo(),
        "createdMillis",
        bundle.createdMillis(),
        "masters",
        bundle.masters().stream().map(Secret::toBytes).toList());
  }

  private static Map<String, Object> spool(Given given) {
    SpoolKey key =
        new SpoolKey(Long.parseUnsignedLong(given.text("keyId"), 16), given.secret("secret"));
    byte[] record = given.bytes("record");
    SpoolSealer.Opened opened = SpoolSealer.open(key, record);
    byte[] data =
        Arrays.copyOfRange(
            opened.body(), opened.dataOffset(), opened.dataOffset() + opened.dataSize());
    byte[] nonce = Arrays.copyOfRange(record, 16, 28);
    assertThat(SpoolSealer.seal(key, nonce, opened.task(), data, data.length)).isEqualTo(record);
    return Vector.map("task", Described.task(opened.task()), "data", data);
  }

  private static Map<String, Object> order(Given given) {
    Order order = Order.decode(given.bytes("body"));
    assertThat(order.encode()).isEqualTo(given.bytes("body"));
    return Vector.map("order", Described.order(order), "digest", Order.digest(given.bytes("body")));
  }

  private static Map<String, Object> receipt(Given given) {
    Receipt receipt = Receipt.decode(given.bytes("body"));
    assertThat(receipt.encode()).isEqualTo(given.bytes("body"));
    return Vector.map("receipt", Described.receipt(receipt));
  }

  private static Map<String, Object> segment(Given given) {
    Segment segment = Segment.decode(given.bytes("bytes"));
    assertThat(segment.encode()).isEqualTo(given.bytes("bytes"));
    return Vector.map(
        "base",
        Described.names(segment.base()),
        "refs",
        segment.refs().stream().map(Described::ref).toList(),
        "entries",
        segment.entries().stream().map(Described::entry).toList());
  }

  private static Map<String, Object> index(Given given) {
    ManifestIndex index = ManifestIndex.decode(given.bytes("bytes"));
    assertThat(index.encode()).isEqualTo(given.bytes("bytes"));
    return Vector.map("lines", index.lines().stream().map(Described::line).toList());
  }

  /** Byte t of the object is (31 t + 7) mod 256. */
  private static Map<String, Object> tree(Given given) {
    byte[] bytes = new byte[given.number("size")];
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) (31 * at + 7);
    }
    return Vector.map("root", new TreeHash().root(bytes));
  }

  private static Map<String, Object> padding(Given given) {
    int size = given.number("size");
    ChunkId chunk = new ChunkId(dev.kakera.core.id.Digest.ZERO);
    StripeId stripe = new StripeId(dev.kakera.core.id.Digest.ZERO);
    Geometry geometry = new Geometry(given.number("k"), 1);
    ChunkRef ref = new ChunkRef(chunk, stripe, 1, geometry, Codec.NONE, size, size);
    return Vector.map("shardSize", ref.shardSize(), "sealedSize", ref.sealedSize());
  }

  private static Map<String, Object> parity(Given given) {
    Geometry geometry = Geometry.parse(given.text("geometry"));
    byte[][] shards = new byte[geometry.n()][];
    for (int index = 0; index < geometry.k(); index++) {
      shards[index] = HexFormat.of().parseHex((String) given.list("data").get(index));
    }
    int size = shards[0].length;
    for (int index = geometry.k(); index < geometry.n(); index++) {
      shards[index] = new byte[size];
    }
    new ErasureCoder(geometry).encode(shards, 0, size);
    return Vector.map(
        "parity", List.of(Arrays.copyOfRange(shards, geometry.k(), geometry.n(), Object[].class)));
  }
}
