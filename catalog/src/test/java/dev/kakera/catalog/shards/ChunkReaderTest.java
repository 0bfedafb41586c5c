package dev.kakera.catalog.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.core.stripe.StripeEncoder;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChunkReaderTest {
  private static final Geometry GEOMETRY = new Geometry(4, 2);
  private static final ReaderSettings SETTINGS =
      new ReaderSettings(2, Duration.ofMillis(20), Duration.ofSeconds(20), 1 << 20, 1 << 20);

  private final RepositoryKeys keys =
      new RepositoryKeys(
          new RepoId(1, 2), 1, new DerivedKeys(Secret.takeOwnershipOf(new byte[Secret.BYTES])));
  private final StripeEncoder encoder = new StripeEncoder(keys, () -> 0);
  private final StripeNaming naming = new StripeNaming(keys);
  private final FindingLog findings = new FindingLog();
  private final FaultySource source = new FaultySource();

  @AfterEach
  void close() {
    encoder.close();
  }

  private enum Fault {
    NONE,
    MISSING,
    UNREACHABLE,
    FLIPPED,
    CUT_SHORT,
    /** Another shard of the same chunk under this one's name. */
    SWAPPED,
    /** The shard of the same index of another chunk: what an old state would give. */
    STALE
  }

  private record Stripe(Bytes content, SealedStripe sealed) {
    ChunkRef ref() {
      return sealed.ref();
    }

    byte[] plain() {
      return content.toBytes();
    }
  }

  private Stripe stripe(long seed, int size) {
    byte[] plain = new byte[size];
    new SplittableRandom(seed).nextBytes(plain);
    ChunkId chunk = naming.chunkId(plain, 0, size);
    return new Stripe(Bytes.copyOf(plain), encoder.encode(chunk, GEOMETRY, true, plain, 0, size));
  }

  private Locator locator(Stripe stripe, int index) {
    return naming.locator(stripe.ref(), index);
  }

  private void lay(Stripe stripe, Stripe other, int index, Fault fault) {
    byte[] right = stripe.sealed().sealed(index);
    Locator locator = locator(stripe, index);
    switch (fault) {
      case NONE -> source.put(locator, "peer", right);
      case MISSING -> {}
      case UNREACHABLE -> source.makeUnreachable(locator);
      case FLIPPED -> {
        byte[] flipped = right.clone();
        flipped[(index * 37 + 11) % flipped.length] ^= 0x10;
        source.put(locator, "peer", flipped);
      }
      case CUT_SHORT -> source.put(locator, "peer", java.util.Arrays.copyOf(right, 90 + index));
      case SWAPPED ->
          source.put(locator, "peer", stripe.sealed().sealed((index + 1) % GEOMETRY.n()));
      case STALE -> source.put(locator, "peer", other.sealed().sealed(index));
    }
  }

  private ChunkReader reader() {
    return new ChunkReader(EpochKeys.of(keys), source, SETTINGS, findings);
  }

  @Test
  @DisplayName("I-16: every pattern of faults over six shards gives exact bytes or a full report")
  void givesExactBytesOrAFullReport() throws Exception {
    long seed = 20_261_130L;
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Fault[] faults = Fault.values();
    try (ChunkReader reader = reader()) {
      for (int pattern = 0; pattern < 64; pattern++) {
        for (int round = 0; round < 6; round++) {
          Stripe stripe = stripe(random.nextLong(), 1 + random.nextInt(20_000));
          Stripe other = stripe(random.nextLong(), stripe.content().length());
          List<Integer> bad = new ArrayList<>();
          for (int index = 0; index < 6; index++) {
            boolean wrong = (pattern >> index & 1) == 1;
            lay(
                stripe,
                other,
                index,
                wrong ? faults[1 + random.nextInt(faults.length - 1)] : Fault.NONE);
            if (wrong) {
              bad.add(index);
            }
          }
          check(reader, stripe, bad);
        }
      }
    }
  }

  private static void check(ChunkReader reader, Stripe stripe, List<Integer> bad) throws Exception {
    if (bad.size() <= GEOMETRY.m()) {
      assertThat(reader.read(stripe.ref())).as("faults at %s", bad).isEqualTo(stripe.plain());
      return;
    }
    assertThatThrownBy(() -> reader.read(stripe.ref()))
        .isInstanceOfSatisfying(
            ChunkLostException.class,
            lost -> {
              assertThat(lost.ref()).isEqualTo(stripe.ref());
              assertThat(lost.have()).isEqualTo(6 - bad.size());
              assertThat(lost.need()).isEqualTo(4);
              assertThat(lost.findings())
                  .extracting(Finding::index)
                  .containsExactlyInAnyOrderElementsOf(bad);
              assertThat(lost.findings()).extracting(Finding::where).containsOnly("peer");
              assertThat(lost)
                  .hasMessageContaining(stripe.ref().chunk().toString())
                  .hasMessageContaining(
                      "%d of 4 needed shards found, %d more needed"
                          .formatted(lost.have(), 4 - lost.have()));
            });
  }

  @Test
  void asksForDataShardsAloneWhenAllIsWell() throws Exception {
    Stripe stripe = stripe(1, 10_000);
    for (int index = 0; index < 6; index++) {
      lay(stripe, stripe, index, Fault.NONE);
    }
    try (ChunkReader reader = reader()) {
      assertThat(reader.read(stripe.ref())).isEqualTo(stripe.plain());
    }
    assertThat(source.asked())
        .containsExactly(
            locator(stripe, 0), locator(stripe, 1), locator(stripe, 2), locator(stripe, 3));
    assertThat(findings.count()).isZero();
  }

  @Test
  void takesAnotherCopyWhenOnePlaceIsDamaged() throws Exception {
    Stripe stripe = stripe(2, 10_000);
    for (int index = 0; index < 4; index++) {
      lay(stripe, stripe, index, Fault.FLIPPED);
      source.put(locator(stripe, index), "replacement", stripe.sealed().sealed(index));
    }
    try (ChunkReader reader = reader()) {
      assertThat(reader.read(stripe.ref())).isEqualTo(stripe.plain());
    }
    assertThat(findings.count(FindingKind.DAMAGED)).isEqualTo(4);
  }

  @Test
  void asksForOthersWhenShardsAreLate() throws Exception {
    Stripe stripe = stripe(3, 10_000);
    for (int index = 0; index < 6; index++) {
      lay(stripe, stripe, index, Fault.NONE);
    }
    CompletableFuture<ShardAnswer> first = source.silence(locator(stripe, 0));
    CompletableFuture<ShardAnswer> second = source.silence(locator(stripe, 2));
    try (ChunkReader reader = reader()) {
      assertThat(reader.read(stripe.ref())).isEqualTo(stripe.plain());
      // Nobody waits for the late ones any more, and their source hears of it.
      assertThat(first).isCancelled();
      assertThat(second).isCancelled();
    }
    assertThat(findings.count(FindingKind.LATE)).isEqualTo(2);
  }

  @Test
  void takesALateShardWhenItIsNeededAfterAll() throws Exception {
    Stripe stripe = stripe(4, 10_000);
    for (int index = 0; index < 3; index++) {
      lay(stripe, stripe, index, Fault.NONE);
    }
    CompletableFuture<ShardAnswer> late = source.silence(locator(stripe, 5));
    try (ChunkReader reader = reader();
        ChunkReader.Lease lease = reader.lease(stripe.ref())) {
      late.complete(new ShardAnswer.Found(stripe.sealed().sealed(5), "peer", List.of()));
      assertThat(lease.await()).isEqualTo(stripe.plain());
    }
  }

  @Test
  void givesUpASourceThatNeverAnswers() {
    Stripe stripe = stripe(5, 1_000);
    for (int index = 0; index < 6; index++) {
      CompletableFuture<ShardAnswer> _ = source.silence(locator(stripe, index));
    }
    ReaderSettings impatient =
        new ReaderSettings(1, Duration.ofMillis(5), Duration.ofMillis(40), 1 << 20, 1 << 20);
    try (ChunkReader reader = new ChunkReader(EpochKeys.of(keys), source, impatient, findings)) {
      assertThatThrownBy(() -> reader.read(stripe.ref()))
          .isInstanceOf(ChunkLostException.class)
          .hasMessageContaining("0 of 4 needed shards found");
    }
    assertThat(findings.count(FindingKind.UNREACHABLE)).isEqualTo(6);
  }

  @Test
  void asksDoubtfulPlacesLast() throws Exception {
    Stripe stripe = stripe(6, 10_000);
    for (int index = 0; index < 6; index++) {
      lay(stripe, stripe, index, Fault.NONE);
    }
    source.doubt(locator(stripe, 0));
    source.doubt(locator(stripe, 3));
    try (ChunkReader reader = reader()) {
      assertThat(reader.read(stripe.ref())).isEqualTo(stripe.plain());
    }
    assertThat(source.asked()).doesNotContain(locator(stripe, 0), locator(stripe, 3)).hasSize(4);
  }

  @Test
  void readsAChunkOnceForAllWhoWantIt() throws Exception {
    Stripe stripe = stripe(7, 10_000);
    for (int index = 0; index < 6; index++) {
      lay(stripe, stripe, index, Fault.NONE);
    }
    try (ChunkReader reader = reader()) {
      byte[] first = reader.read(stripe.ref());
      assertThat(reader.read(stripe.ref())).isSameAs(first);
    }
    assertThat(source.asked()).hasSize(4);
  }

  @Test
  void doesNotAskAgainForWhatIsLost() {
    Stripe stripe = stripe(8, 10_000);
    try (ChunkReader reader = reader()) {
      for (int time = 0; time < 3; time++) {
        assertThatThrownBy(() -> reader.read(stripe.ref())).isInstanceOf(ChunkLostException.class);
      }
    }
    assertThat(source.asked()).hasSize(6);
  }

  @Test
  @DisplayName("I-33: what is leased is bounded by the window, what is kept by the cache")
  void boundsMemory() throws Exception {
    List<Stripe> stripes = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      Stripe stripe = stripe(100 + seed, 300_000);
      stripes.add(stripe);
      for (int index = 0; index < 4; index++) {
        lay(stripe, stripe, index, Fault.NONE);
      }
    }
    try (ChunkReader reader = reader()) {
      List<ChunkReader.Lease> leases = new ArrayList<>();
      for (Stripe stripe : stripes.subList(0, 3)) {
        reader.awaitRoom(900_000);
        leases.add(reader.lease(stripe.ref()));
      }
      CompletableFuture<Void> room =
          CompletableFuture.runAsync(
              () -> {
                try {
                  reader.awaitRoom(900_000);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(room).isNotDone();
      leases.getFirst().await();
      leases.forEach(ChunkReader.Lease::close);
      room.get(20, TimeUnit.SECONDS);
      for (Stripe stripe : stripes) {
        reader.read(stripe.ref());
      }
      int before = source.asked().size();
      reader.read(stripes.getFirst().ref()); // pushed out: three of eight fit the cache of 1 MiB
      assertThat(source.asked()).hasSize(before + 4);
      reader.read(stripes.getLast().ref());
      assertThat(source.asked()).hasSize(before + 4);
    }
  }

  @Test
  void saysWhichKeyIsMissing() {
    Stripe stripe = stripe(9, 1_000);
    ChunkRef ref = stripe.ref();
    ChunkRef later =
        new ChunkRef(
            ref.chunk(),
            ref.stripe(),
            3,
            GEOMETRY,
            ref.codec(),
            ref.plainSize(),
            ref.encodedSize());
    try (ChunkReader reader = reader()) {
      assertThatThrownBy(() -> reader.read(later))
          .isInstanceOfSatisfying(
              ChunkLostException.class,
              lost ->
                  assertThat(lost.findings())
                      .singleElement()
                      .satisfies(f -> assertThat(f.detail()).contains("key of epoch 3")));
    }
  }
}
