package dev.kakera.core.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpoolSealerTest {

  @Test
  @DisplayName("I-35: a spool record has one encoding")
  void opensWhatItSealedAndSealsItToTheSame() {
    Choices.forAll(
        1,
        100,
        choices -> {
          SpoolKey key = key(choices);
          byte[] nonce = choices.bytes(12);
          byte[] data = choices.bytes(choices.of(1, 2, 63, 64, 65, 1000, 70_000));
          int size = choices.between(1, data.length);
          ChunkTask task = Samples.task(choices, new ChunkId(Samples.digest(choices)));
          byte[] record = SpoolSealer.seal(key, nonce, task, data, size);
          assertThat(record.length - size).isLessThanOrEqualTo(SpoolSealer.OVERHEAD_MAX_BYTES);
          assertThat(SpoolSealer.keyId(record)).isEqualTo(key.id());
          SpoolSealer.Opened opened = SpoolSealer.open(key, record);
          assertThat(opened.task()).isEqualTo(task);
          byte[] plain =
              Arrays.copyOfRange(
                  opened.body(), opened.dataOffset(), opened.dataOffset() + opened.dataSize());
          assertThat(plain).isEqualTo(Arrays.copyOf(data, size));
          assertThat(SpoolSealer.seal(key, nonce, opened.task(), plain, size)).isEqualTo(record);
        });
  }

  @Test
  @DisplayName("I-15: any single flipped bit of a spool record is refused")
  void refusesEverySingleFlippedBit() {
    Choices choices = new Choices(2);
    SpoolKey key = key(choices);
    ChunkTask task = task(new Geometry(4, 2), Samples.peers(choices, 6));
    byte[] record = SpoolSealer.seal(key, choices.bytes(12), task, choices.bytes(50), 50);
    for (int bit = 0; bit < 8 * record.length; bit++) {
      byte[] changed = record.clone();
      changed[bit >>> 3] ^= (byte) (1 << (bit & 7));
      assertThatThrownBy(() -> SpoolSealer.open(key, changed))
          .as("bit %d", bit)
          .isInstanceOf(MalformedException.class);
    }
    for (int size = 0; size < record.length; size++) {
      byte[] cut = Arrays.copyOf(record, size);
      assertThatThrownBy(() -> SpoolSealer.open(key, cut)).isInstanceOf(MalformedException.class);
    }
  }

  @Test
  void fitsTheWidestGeometryOverAsManyPeers() {
    Choices choices = new Choices(3);
    List<PeerRef> peers = new ArrayList<>();
    for (int index = 0; index < 255; index++) {
      String name = "p%039d".formatted(index);
      peers.add(new PeerRef(name, new PeerId(choices.number(), choices.number())));
    }
    byte[] record =
        SpoolSealer.seal(
            key(choices), choices.bytes(12), task(new Geometry(250, 5), peers), new byte[1], 1);
    assertThat(record.length - 1).isLessThanOrEqualTo(SpoolSealer.OVERHEAD_MAX_BYTES);
  }

  @Test
  void makesNoRecordThatItWouldNotOpen() {
    Choices choices = new Choices(4);
    SpoolKey key = key(choices);
    Geometry geometry = new Geometry(4, 2);
    byte[] nonce = choices.bytes(12);
    ChunkTask good = task(geometry, Samples.peers(choices, 6));
    List<PeerRef> odd = Collections.nCopies(6, new PeerRef("zwölf", new PeerId(1, 2)));
    List<PeerRef> nameless = Collections.nCopies(6, new PeerRef("", new PeerId(1, 2)));
    assertImpossible(() -> SpoolSealer.seal(key, new byte[11], good, new byte[9], 9));
    assertImpossible(() -> SpoolSealer.seal(key, nonce, good, new byte[9], 0));
    assertImpossible(
        () -> SpoolSealer.seal(key, nonce, good, new byte[(4 << 20) + 1], (4 << 20) + 1));
    assertImpossible(() -> SpoolSealer.seal(key, nonce, task(geometry, odd), new byte[9], 9));
    assertImpossible(() -> SpoolSealer.seal(key, nonce, task(geometry, nameless), new byte[9], 9));
    assertImpossible(() -> task(geometry, Samples.peers(choices, 5)));
    BitSet tooMany = BitSet.valueOf(new long[] {1 << 6});
    ChunkId chunk = good.chunk();
    assertImpossible(() -> new ChunkTask(chunk, 1, 1, geometry, true, good.peers(), tooMany));
    assertImpossible(() -> new ChunkTask(chunk, 1, 0, geometry, true, good.peers(), new BitSet()));
  }

  @Test
  void keepsItsOwnCopyOfWhatIsWanted() {
    BitSet wanted = BitSet.valueOf(new long[] {0b101});
    ChunkTask task =
        new ChunkTask(
            new ChunkId(Samples.digest(new Choices(1))),
            1,
            1,
            new Geometry(4, 2),
            true,
            Samples.peers(new Choices(2), 6),
            wanted);
    wanted.set(5);
    task.wanted().set(4);
    assertThat(task.wanted()).isEqualTo(BitSet.valueOf(new long[] {0b101}));
  }

  private static SpoolKey key(Choices choices) {
    return new SpoolKey(choices.number(), Secret.takeOwnershipOf(choices.bytes(32)));
  }

  private static ChunkTask task(Geometry geometry, List<PeerRef> peers) {
    BitSet wanted = new BitSet();
    wanted.set(0, geometry.n());
    ChunkId chunk = new ChunkId(Samples.digest(new Choices(77)));
    return new ChunkTask(chunk, 5, 1, geometry, true, peers, wanted);
  }

  private static void assertImpossible(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
  }
}
