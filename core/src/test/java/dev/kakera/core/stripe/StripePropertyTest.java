package dev.kakera.core.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.TooFewShardsException;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripePropertyTest {
  private static final int[] SIZES = {
    1, 2, 3, 4, 5, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 640, 641, 4096, 100_000
  };

  @ParameterizedTest
  @ValueSource(strings = {"4+2", "2+4", "10+4", "1+1", "3+1"})
  void givesBackChunksOfEverySize(String written) {
    Geometry geometry = Geometry.parse(written);
    Choices.forAll(
        1,
        2,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
              StripeDecoder decoder = new StripeDecoder(keys)) {
            for (int size : SIZES) {
              byte[] plain = choices.oneIn(2) ? choices.text(size) : choices.bytes(size);
              SealedStripe stripe = encode(encoder, keys, geometry, plain);
              byte[][] payloads = open(decoder, stripe);
              erase(payloads, choices, geometry.m());
              assertThat(decoder.decode(stripe.ref(), payloads)).isEqualTo(plain);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"4+2", "2+4", "10+4", "1+1", "3+1"})
  void givesBackTheLargestChunk(String written) {
    Geometry geometry = Geometry.parse(written);
    Choices choices = new Choices(4);
    RepositoryKeys keys = Samples.keys(choices);
    try (StripeEncoder encoder = new StripeEncoder(keys, System::nanoTime);
        StripeDecoder decoder = new StripeDecoder(keys)) {
      for (boolean compressible : new boolean[] {true, false}) {
        int size = ChunkRef.PLAIN_MAX_BYTES;
        byte[] plain = compressible ? choices.text(size) : choices.bytes(size);
        SealedStripe stripe = encode(encoder, keys, geometry, plain);
        assertThat(stripe.ref().codec()).isEqualTo(compressible ? Codec.ZSTD : Codec.NONE);
        byte[][] payloads = open(decoder, stripe);
        erase(payloads, choices, geometry.m());
        assertThat(Arrays.equals(decoder.decode(stripe.ref(), payloads), plain)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4+2", "2+4", "1+1", "3+1"})
  @DisplayName("I-16: every k shards give the chunk, and fewer are counted")
  void survivesEveryErasurePattern(String written) {
    Geometry geometry = Geometry.parse(written);
    Choices choices = new Choices(6);
    RepositoryKeys keys = Samples.keys(choices);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
        StripeDecoder decoder = new StripeDecoder(keys)) {
      byte[] plain = choices.text(1500);
      SealedStripe stripe = encode(encoder, keys, geometry, plain);
      byte[][] all = open(decoder, stripe);
      for (int kept = 0; kept < 1 << geometry.n(); kept++) {
        byte[][] payloads = new byte[geometry.n()][];
        for (int index = 0; index < geometry.n(); index++) {
          payloads[index] = (kept >>> index & 1) == 1 ? all[index].clone() : null;
        }
        if (Integer.bitCount(kept) >= geometry.k()) {
          assertThat(decoder.decode(stripe.ref(), payloads)).isEqualTo(plain);
          assertThat(Arrays.copyOf(payloads, geometry.k()))
              .isDeepEqualTo(Arrays.copyOf(all, geometry.k()));
          assertMissingParityStaysMissing(geometry, payloads, kept);
        } else {
          byte[][] before = payloads.clone();
          assertThatThrownBy(() -> decoder.decode(stripe.ref(), payloads))
              .isInstanceOf(TooFewShardsException.class);
          for (int index = 0; index < geometry.n(); index++) {
            assertThat(payloads[index]).isSameAs(before[index]);
          }
        }
      }
    }
  }

  private static void assertMissingParityStaysMissing(
      Geometry geometry, byte[][] payloads, int kept) {
    for (int index = geometry.k(); index < geometry.n(); index++) {
      assertThat(payloads[index] != null).isEqualTo((kept >>> index & 1) == 1);
    }
  }

  @Test
  void decodesOnceMoreShardsCameAfterARefusal() {
    Choices choices = new Choices(8);
    RepositoryKeys keys = Samples.keys(choices);
    Geometry geometry = new Geometry(4, 2);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
        StripeDecoder decoder = new StripeDecoder(keys)) {
      byte[] plain = choices.bytes(999);
      SealedStripe stripe = encode(encoder, keys, geometry, plain);
      byte[][] payloads = new byte[6][];
      for (int index : new int[] {5, 1, 4}) {
        payloads[index] = decoder.open(stripe.ref(), index, stripe.sealed(index));
        assertThatThrownBy(() -> decoder.decode(stripe.ref(), payloads))
            .isInstanceOf(TooFewShardsException.class);
      }
      payloads[2] = decoder.open(stripe.ref(), 2, stripe.sealed(2));
      assertThat(decoder.decode(stripe.ref(), payloads)).isEqualTo(plain);
    }
  }

  @Test
  @DisplayName("I-07: two encoders give the same bytes, whatever they did before")
  void encodesTheSameToTheSame() {
    Choices.forAll(
        1,
        10,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          Geometry geometry = choices.of(new Geometry(4, 2), new Geometry(2, 4));
          byte[] plain = choices.text(choices.between(1, 300_000));
          byte[] shifted = new byte[plain.length + 100];
          System.arraycopy(plain, 0, shifted, 33, plain.length);
          ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
          try (StripeEncoder fresh = new StripeEncoder(keys, () -> 0);
              StripeEncoder used = new StripeEncoder(keys, System::nanoTime)) {
            encode(used, keys, new Geometry(10, 4), choices.bytes(400_000));
            encode(used, keys, geometry, choices.text(200_000));
            SealedStripe one = fresh.encode(chunk, geometry, true, plain, 0, plain.length);
            SealedStripe two = used.encode(chunk, geometry, true, shifted, 33, plain.length);
            assertThat(two.ref()).isEqualTo(one.ref());
            for (int index = 0; index < geometry.n(); index++) {
              assertThat(two.sealed(index)).isEqualTo(one.sealed(index));
              assertThat(two.locator(index)).isEqualTo(one.locator(index));
            }
          }
        });
  }

  @Test
  @DisplayName("I-32: the same files under other keys share no identifier and no 16-byte run")
  void sharesNothingBetweenRepositories() {
    Choices choices = new Choices(32);
    Set<Digest> names = new HashSet<>();
    Set<ByteBuffer> runs = new HashSet<>();
    byte[] plain = choices.bytes(3000);
    byte[] zeros = new byte[3000];
    for (int repository = 0; repository < 2; repository++) {
      RepositoryKeys keys = Samples.keys(new Choices(900 + repository), 1);
      Set<Digest> ownNames = new HashSet<>();
      Set<ByteBuffer> ownRuns = new HashSet<>();
      try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
        for (byte[] chunk : List.of(plain, zeros)) {
          SealedStripe stripe = encode(encoder, keys, new Geometry(4, 2), chunk);
          ownNames.add(stripe.ref().chunk().digest());
          ownNames.add(stripe.ref().stripe().digest());
          for (int index = 0; index < 6; index++) {
            ownNames.add(stripe.locator(index).digest());
            byte[] sealed = stripe.sealed(index);
            for (int at = 0; at + 16 <= sealed.length; at++) {
              ownRuns.add(ByteBuffer.wrap(Arrays.copyOfRange(sealed, at, at + 16)));
            }
          }
        }
      }
      assertThat(ownNames).hasSize(16);
      assertThat(Collections.disjoint(ownNames, names)).isTrue();
      assertThat(Collections.disjoint(ownRuns, runs)).isTrue();
      names.addAll(ownNames);
      runs.addAll(ownRuns);
    }
  }

  @Test
  @DisplayName("I-08: what changes the shards changes their names")
  void namesEveryEncodingOnItsOwn() {
    Choices choices = new Choices(12);
    RepositoryKeys keys = Samples.keys(choices, 1);
    Set<StripeId> stripes = new HashSet<>();
    Set<Locator> locators = new HashSet<>();
    byte[] plain = choices.text(5000);
    ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
    List<Geometry> geometries =
        List.of(new Geometry(4, 2), new Geometry(4, 3), new Geometry(5, 2), new Geometry(2, 4));
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
      for (Geometry geometry : geometries) {
        for (boolean compress : new boolean[] {true, false}) {
          SealedStripe stripe = encoder.encode(chunk, geometry, compress, plain, 0, plain.length);
          stripes.add(stripe.ref().stripe());
          for (int index = 0; index < geometry.n(); index++) {
            assertThat(locators.add(stripe.locator(index))).isTrue();
          }
        }
      }
    }
    // 4+2 and 4+3 lay the same bytes over the same data shards; their locators tell them apart.
    assertThat(stripes).hasSize(6);
  }

  @Test
  @DisplayName("I-15: intact shards of another chunk are refused")
  void refusesAChunkThatIsNotTheOneNamed() {
    Choices choices = new Choices(15);
    RepositoryKeys keys = Samples.keys(choices);
    Geometry geometry = new Geometry(4, 2);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
        StripeDecoder decoder = new StripeDecoder(keys)) {
      for (byte[] plain : List.of(choices.bytes(2000), choices.text(2000))) {
        SealedStripe stripe = encode(encoder, keys, geometry, plain);
        ChunkRef ref = stripe.ref();
        byte[][] payloads = open(decoder, stripe);
        payloads[2][3] ^= 1;
        assertRefused(() -> decoder.decode(ref, payloads));
        ChunkRef other =
            new ChunkRef(
                new ChunkId(Samples.digest(choices)),
                ref.stripe(),
                ref.epoch(),
                geometry,
                ref.codec(),
                ref.plainSize(),
                ref.encodedSize());
        assertRefused(() -> decoder.decode(other, open(decoder, stripe)));
      }
    }
  }

  @Test
  void refusesCompressedBytesOfAnotherLength() {
    Choices choices = new Choices(16);
    RepositoryKeys keys = Samples.keys(choices);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
        StripeDecoder decoder = new StripeDecoder(keys)) {
      SealedStripe stripe = encode(encoder, keys, new Geometry(4, 2), choices.text(5000));
      ChunkRef ref = stripe.ref();
      for (int plainSize : new int[] {4999, 5001, ChunkRef.PLAIN_MAX_BYTES}) {
        ChunkRef lying =
            new ChunkRef(
                ref.chunk(),
                ref.stripe(),
                ref.epoch(),
                ref.geometry(),
                ref.codec(),
                plainSize,
                ref.encodedSize());
        assertRefused(() -> decoder.decode(lying, open(decoder, stripe)));
      }
    }
  }

  @Test
  void refusesToNameShardsOfAnotherEpoch() {
    Choices choices = new Choices(17);
    Secret master = Secret.takeOwnershipOf(choices.bytes(32));
    RepositoryKeys one = new RepositoryKeys(new RepoId(1, 2), 1, new DerivedKeys(master));
    RepositoryKeys two = new RepositoryKeys(new RepoId(1, 2), 2, new DerivedKeys(master));
    try (StripeEncoder encoder = new StripeEncoder(one, () -> 0)) {
      ChunkRef ref = encode(encoder, one, new Geometry(4, 2), choices.bytes(10)).ref();
      assertThatThrownBy(() -> new StripeNaming(two).locator(ref, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("epoch");
    }
  }

  private static SealedStripe encode(
      StripeEncoder encoder, RepositoryKeys keys, Geometry geometry, byte[] plain) {
    ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
    return encoder.encode(chunk, geometry, true, plain, 0, plain.length);
  }

  private static byte[][] open(StripeDecoder decoder, SealedStripe stripe) {
    byte[][] payloads = new byte[stripe.ref().geometry().n()][];
    for (int index = 0; index < payloads.length; index++) {
      assertThat(stripe.sealed(index)).hasSize(stripe.ref().sealedSize());
      payloads[index] = decoder.open(stripe.ref(), index, stripe.sealed(index));
    }
    return payloads;
  }

  private static void erase(byte[][] payloads, Choices choices, int count) {
    for (int left = count; left > 0; left--) {
      payloads[choices.between(0, payloads.length - 1)] = null;
    }
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MalformedException.class,
            refused ->
                assertThat(refused.failure()).isEqualTo(MalformedException.Failure.NOT_AUTHENTIC));
  }
}
