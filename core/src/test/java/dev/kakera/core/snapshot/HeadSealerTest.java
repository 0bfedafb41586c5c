package dev.kakera.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.vectors.Canonical;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeadSealerTest {

  @Test
  void opensWhatItSealed() {
    Choices.forAll(
        1,
        40,
        choices -> {
          HeadSealer sealer = new HeadSealer(Samples.keys(choices));
          Head head = Samples.head(choices);
          HeadSealer.Sealed sealed = sealer.seal(head);
          assertThat(sealed.head()).isEqualTo(head);
          assertThat(sealer.open(sealed.sealed().toBytes())).isEqualTo(sealed);
          assertThat(sealer.seal(head)).isEqualTo(sealed);
          assertThat(sealer.locator(head.sequence())).isEqualTo(sealed.locator());
        });
  }

  @Test
  @DisplayName("I-35: a head has one encoding")
  void encodesCanonically() {
    Choices.forAll(
        1,
        8,
        choices -> {
          RepositoryKeys keys = Samples.keys(choices);
          HeadSealer heads = new HeadSealer(keys);
          Head head = Samples.head(choices);
          byte[] sealed = heads.seal(head).sealed().toBytes();
          byte[] payload = new Sealer(keys.keys()).openWhole(ObjectType.HEAD, sealed);
          byte[] body = Arrays.copyOf(payload, payload.length - 64);
          Canonical.check(
              choices,
              body,
              60,
              changed -> {
                byte[] opened =
                    heads
                        .seal(
                            heads
                                .open(resealed(keys, changed, heads.locator(sequenceOf(changed))))
                                .head())
                        .sealed()
                        .toBytes();
                byte[] again = new Sealer(keys.keys()).openWhole(ObjectType.HEAD, opened);
                return Arrays.copyOf(again, again.length - 64);
              });
        });
  }

  @Test
  @DisplayName("I-04: a head under another head's locator, repository or epoch is refused")
  void refusesAHeaderThatSaysSomethingElse() {
    Choices choices = new Choices(8);
    RepositoryKeys keys = Samples.keys(choices, 3);
    HeadSealer heads = new HeadSealer(keys);
    byte[] sealed = heads.seal(Samples.head(choices)).sealed().toBytes();
    byte[] payload = new Sealer(keys.keys()).openWhole(ObjectType.HEAD, sealed);
    byte[] body = Arrays.copyOf(payload, payload.length - 64);
    Locator right = heads.locator(sequenceOf(body));
    assertThat(resealed(keys, body, right)).isEqualTo(sealed);
    assertFailure(Failure.MISPLACED, heads, resealed(keys, body, heads.locator(99)));
    RepositoryKeys otherRepo = new RepositoryKeys(new RepoId(1, 2), 3, keys.keys());
    assertFailure(Failure.MISPLACED, heads, resealed(otherRepo, body, right));
    RepositoryKeys otherEpoch = new RepositoryKeys(keys.repo(), 4, keys.keys());
    assertFailure(Failure.MISPLACED, heads, resealed(otherEpoch, body, right));
  }

  @Test
  void refusesAHeadThatTheHomeDidNotSign() {
    Choices choices = new Choices(9);
    RepositoryKeys keys = Samples.keys(choices);
    HeadSealer heads = new HeadSealer(keys);
    byte[] sealed = heads.seal(Samples.head(choices)).sealed().toBytes();
    SealedHeader header = SealedHeader.read(sealed, 0, sealed.length);
    byte[] payload = new Sealer(keys.keys()).openWhole(ObjectType.HEAD, sealed);
    payload[payload.length - 1] ^= 1;
    assertFailure(Failure.NOT_AUTHENTIC, heads, new Sealer(keys.keys()).sealWhole(header, payload));
    SealedHeader tiny =
        SealedHeader.whole(ObjectType.HEAD, keys.repo(), keys.epoch(), 63, header.locator());
    assertFailure(Failure.TRUNCATED, heads, new Sealer(keys.keys()).sealWhole(tiny, new byte[63]));
  }

  @Test
  void namesEachSequenceOnItsOwn() {
    HeadSealer heads = new HeadSealer(Samples.keys(new Choices(1)));
    Set<Locator> locators = new HashSet<>();
    for (long sequence = 1; sequence <= 1000; sequence++) {
      assertThat(locators.add(heads.locator(sequence))).isTrue();
    }
  }

  @Test
  void makesNoHeadThatItWouldNotOpen() {
    Head head = Samples.head(new Choices(1));
    assertThatThrownBy(() -> with(head, 0, head.host()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> with(head, 1, "ü".repeat(128)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(with(head, 1, "h".repeat(255)).previous()).isEqualTo(Digest.ZERO);
    assertThatThrownBy(() -> new Head.Totals(0, 0, 0, 0, 0, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Head with(Head head, long sequence, String host) {
    return new Head(
        sequence,
        Digest.ZERO,
        head.source(),
        head.path(),
        host,
        0,
        0,
        true,
        head.geometry(),
        head.totals(),
        head.index());
  }

  private static long sequenceOf(byte[] body) {
    return body.length < 10 ? 1 : java.nio.ByteBuffer.wrap(body).getLong(2);
  }

  private static byte[] resealed(RepositoryKeys keys, byte[] body, Locator locator) {
    byte[] payload = Arrays.copyOf(body, body.length + 64);
    byte[] signature = keys.homeKey().sign(Signatures.Context.HEAD, body);
    System.arraycopy(signature, 0, payload, body.length, 64);
    SealedHeader header =
        SealedHeader.whole(ObjectType.HEAD, keys.repo(), keys.epoch(), payload.length, locator);
    return new Sealer(keys.keys()).sealWhole(header, payload);
  }

  private static void assertFailure(Failure failure, HeadSealer heads, byte[] sealed) {
    assertThatThrownBy(() -> heads.open(sealed))
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
