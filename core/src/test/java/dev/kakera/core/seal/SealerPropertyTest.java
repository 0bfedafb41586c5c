package dev.kakera.core.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SealerPropertyTest {
  private static final int[] SIZES = {
    0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 128, 4095, 4096, 65_536, 1 << 20
  };

  @Test
  void opensWhatItSealed() {
    Choices.forAll(
        1,
        10,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          Sealer sealer = new Sealer(keys.keys());
          for (int size : SIZES) {
            byte[] payload = choices.bytes(size);
            byte[] sealed = sealer.sealWhole(whole(keys, choices, size), payload);
            assertThat(sealed).hasSize(size + SealedHeader.OVERHEAD_BYTES);
            assertThat(new Sealer(keys.keys()).openWhole(ObjectType.HEAD, sealed))
                .isEqualTo(payload);
            SealedHeader header = shard(keys, choices, size);
            StripeId stripe = new StripeId(Samples.digest(choices));
            byte[] target = new byte[header.sealedSize() + 7];
            sealer.sealShard(header, stripe, payload, target, 3);
            byte[] shard = Arrays.copyOfRange(target, 3, 3 + header.sealedSize());
            byte[] opened = new byte[size];
            new Sealer(keys.keys()).openShard(header, stripe, shard, shard.length, opened);
            assertThat(opened).isEqualTo(payload);
          }
        });
  }

  @Test
  @DisplayName("I-15: any single flipped bit of a sealed object is refused")
  void refusesEverySingleFlippedBit() {
    Choices choices = new Choices(300);
    RepositoryKeys keys = Samples.keys(choices);
    Sealer sealer = new Sealer(keys.keys());
    int size = 300 - SealedHeader.OVERHEAD_BYTES;
    byte[] whole = sealer.sealWhole(whole(keys, choices, size), choices.bytes(size));
    SealedHeader header = shard(keys, choices, size);
    StripeId stripe = new StripeId(Samples.digest(choices));
    byte[] shard = new byte[300];
    sealer.sealShard(header, stripe, choices.bytes(size), shard, 0);
    for (int bit = 0; bit < 8 * 300; bit++) {
      byte[] badWhole = flipped(whole, bit);
      assertThatThrownBy(() -> sealer.openWhole(ObjectType.HEAD, badWhole))
          .as("whole, bit %d", bit)
          .isInstanceOf(MalformedException.class);
      byte[] badShard = flipped(shard, bit);
      assertThatThrownBy(() -> sealer.openShard(header, stripe, badShard, 300, new byte[size]))
          .as("shard, bit %d", bit)
          .isInstanceOf(MalformedException.class);
    }
  }

  @Test
  void refusesEveryTruncationAndExtension() {
    Choices choices = new Choices(5);
    RepositoryKeys keys = Samples.keys(choices);
    Sealer sealer = new Sealer(keys.keys());
    byte[] sealed = sealer.sealWhole(whole(keys, choices, 50), choices.bytes(50));
    for (int size = 0; size < sealed.length + 20; size++) {
      byte[] cut = Arrays.copyOf(sealed, size);
      if (size != sealed.length) {
        assertThatThrownBy(() -> sealer.openWhole(ObjectType.HEAD, cut))
            .isInstanceOfSatisfying(
                MalformedException.class,
                refused ->
                    assertThat(refused.failure())
                        .isEqualTo(
                            cut.length < sealed.length
                                ? MalformedException.Failure.TRUNCATED
                                : MalformedException.Failure.TRAILING));
      }
    }
  }

  @Test
  @DisplayName("I-08: no two different messages are sealed under one key and nonce")
  void neverUsesAKeyAndNonceForTwoMessages() {
    Map<String, String> messageByKey = new HashMap<>();
    Choices.forAll(
        1,
        30,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices, 1);
          Sealer sealer = new Sealer(keys.keys());
          byte[] payload = choices.bytes(20);
          Locator locator = new Locator(Samples.digest(choices));
          StripeId stripe = new StripeId(Samples.digest(choices));
          for (int change = 0; change < 12; change++) {
            SealedHeader header = changedHeader(keys.repo(), locator, change);
            byte[] sealed = new byte[header.sealedSize()];
            sealer.sealShard(header, stripe, payload, sealed, 0);
            record(messageByKey, keys, sealed, HexFormat.of().formatHex(payload));
          }
          for (int byteAt = 0; byteAt < payload.length; byteAt++) {
            byte[] other = flipped(payload, 8 * byteAt);
            byte[] sealed =
                sealer.sealWhole(
                    SealedHeader.whole(ObjectType.CACHE, keys.repo(), 1, 20, locator), other);
            record(messageByKey, keys, sealed, HexFormat.of().formatHex(other));
          }
        });
    assertThat(messageByKey).hasSize(30 * 32);
  }

  private static SealedHeader changedHeader(RepoId repo, Locator locator, int change) {
    return new SealedHeader(
        ObjectType.SHARD,
        change == 1 ? new RepoId(repo.high() ^ 1, repo.low()) : repo,
        change == 2 ? 2 : 1,
        change == 3 ? 5 : 4,
        change == 4 ? 3 : 2,
        change >= 7 ? change - 7 : 5,
        change == 5 ? 2 : 1,
        change == 6 ? 19 : 20,
        locator);
  }

  /** The key and nonce follow from the 32 bytes that stand for the message. */
  private static void record(
      Map<String, String> messageByKey, RepositoryKeys keys, byte[] sealed, String payload) {
    byte[] info = Arrays.copyOf(new byte[] {'s', 'e', 'a', 'l'}, 36);
    System.arraycopy(sealed, SealedHeader.BYTES, info, 4, 32);
    byte[] key = keys.keys().hash(KeyPurpose.SEAL).expand(info, 44);
    String message = HexFormat.of().formatHex(sealed, 0, SealedHeader.BYTES) + payload;
    String before = messageByKey.putIfAbsent(HexFormat.of().formatHex(key), message);
    assertThat(before).isNull();
  }

  @Test
  @DisplayName("I-07: sealing the same twice gives the same bytes")
  void sealsTheSameToTheSame() {
    Choices.forAll(
        1,
        20,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          byte[] payload = choices.bytes(choices.between(0, 500));
          SealedHeader header = whole(keys, choices, payload.length);
          Sealer used = new Sealer(keys.keys());
          used.sealWhole(whole(keys, choices, 9), choices.bytes(9));
          byte[] once = used.sealWhole(header, payload);
          assertThat(used.sealWhole(header, payload)).isEqualTo(once);
          assertThat(new Sealer(keys.keys()).sealWhole(header, payload)).isEqualTo(once);
        });
  }

  @Test
  void refusesTheShardOfAnotherStripePlaceOrType() {
    Choices choices = new Choices(11);
    RepositoryKeys keys = Samples.keys(choices);
    Sealer sealer = new Sealer(keys.keys());
    SealedHeader header = shard(keys, choices, 64);
    StripeId stripe = new StripeId(Samples.digest(choices));
    byte[] sealed = new byte[header.sealedSize()];
    sealer.sealShard(header, stripe, choices.bytes(64), sealed, 0);
    StripeId other = new StripeId(Samples.digest(choices));
    assertFailure(
        MalformedException.Failure.NOT_AUTHENTIC,
        () -> sealer.openShard(header, other, sealed, sealed.length, new byte[64]));
    SealedHeader elsewhere = shard(keys, choices, 64);
    assertFailure(
        MalformedException.Failure.MISPLACED,
        () -> sealer.openShard(elsewhere, stripe, sealed, sealed.length, new byte[64]));
    assertFailure(
        MalformedException.Failure.MISPLACED, () -> sealer.openWhole(ObjectType.HEAD, sealed));
    RepositoryKeys stranger = Samples.keys(choices);
    assertFailure(
        MalformedException.Failure.NOT_AUTHENTIC,
        () ->
            new Sealer(stranger.keys())
                .openShard(header, stripe, sealed, sealed.length, new byte[64]));
  }

  @Test
  void readsTheHeadersThatItWrites() {
    Choices.forAll(
        1,
        100,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          int size = choices.between(0, 1000);
          SealedHeader header =
              choices.oneIn(2) ? shard(keys, choices, size) : whole(keys, choices, size);
          byte[] sealed = Arrays.copyOf(header.encode(), header.sealedSize());
          assertThat(SealedHeader.read(sealed, 0, sealed.length)).isEqualTo(header);
        });
  }

  @Test
  void makesNoHeaderThatItWouldNotRead() {
    RepoId repo = new RepoId(1, 2);
    Locator locator = new Locator(dev.kakera.core.id.Digest.ZERO);
    Set<Runnable> impossible = new HashSet<>();
    impossible.add(() -> SealedHeader.whole(ObjectType.HEAD, repo, 0, 1, locator));
    impossible.add(() -> SealedHeader.whole(ObjectType.SHARD, repo, 1, 1, locator));
    impossible.add(() -> SealedHeader.whole(ObjectType.HEAD, repo, 1, (5 << 20) + 1, locator));
    impossible.add(() -> new SealedHeader(ObjectType.SHARD, repo, 1, 4, 2, 6, 1, 64, locator));
    impossible.add(() -> new SealedHeader(ObjectType.SHARD, repo, 1, 200, 56, 0, 1, 64, locator));
    impossible.add(() -> new SealedHeader(ObjectType.SHARD, repo, 1, 4, 2, 0, 0, 64, locator));
    impossible.add(() -> new SealedHeader(ObjectType.HEAD, repo, 1, 4, 2, 0, 1, 64, locator));
    for (Runnable making : impossible) {
      assertThatThrownBy(making::run).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static SealedHeader whole(RepositoryKeys keys, Choices choices, int size) {
    return SealedHeader.whole(
        ObjectType.HEAD, keys.repo(), keys.epoch(), size, new Locator(Samples.digest(choices)));
  }

  private static SealedHeader shard(RepositoryKeys keys, Choices choices, int size) {
    return new SealedHeader(
        ObjectType.SHARD,
        keys.repo(),
        keys.epoch(),
        4,
        2,
        choices.between(0, 5),
        1,
        size,
        new Locator(Samples.digest(choices)));
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] changed = bytes.clone();
    changed[bit >>> 3] ^= (byte) (1 << (bit & 7));
    return changed;
  }

  private static void assertFailure(
      MalformedException.Failure failure,
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
