package dev.kakera.catalog.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.broker.BrokerExtension;
import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.catalog.fixture.Entries;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.fixture.TreePicture;
import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.recover.HeadCollector;
import dev.kakera.catalog.restore.RestoreOptions;
import dev.kakera.catalog.restore.RestoreResult;
import dev.kakera.catalog.restore.Restorer;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FindingKind;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.catalog.shards.ShardSource;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.ReplyOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BrokerExtension.class)
class BrokerShardSourceIT {
  private final EmbeddedBroker broker;
  private final Topics topics;
  private final List<FakePeer> peers = new ArrayList<>();
  private final Map<Locator, List<PeerRef>> places = new HashMap<>();
  private TestFolder folder;
  private SnapshotFixture fixture;
  private PeerRequests requests;

  BrokerShardSourceIT(EmbeddedBroker broker, Topics topics) {
    this.broker = broker;
    this.topics = topics;
  }

  @BeforeEach
  void make() throws Exception {
    folder = new TestFolder();
    fixture = SnapshotFixture.standard(folder.resolve("stores"));
    byte[] homeKey = fixture.keys().homeKey().publicKey();
    List<NewTopic> wanted = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      for (TopicPlan plan :
          TopicSettings.planOfPeer(topics, "peer-" + number, TopicSettings.Partitions.STANDARD)) {
        wanted.add(new NewTopic(plan.name(), plan.partitions(), (short) 1).configs(plan.config()));
      }
    }
    try (Admin admin = Admin.create(ClientSettings.admin(broker.bootstrap(), "test"))) {
      admin.createTopics(wanted).all().get(60, TimeUnit.SECONDS);
    }
    for (int number = 0; number < 6; number++) {
      peers.add(new FakePeer(broker.bootstrap(), topics, number, homeKey));
    }
  }

  @AfterEach
  void remove() throws Exception {
    peers.forEach(FakePeer::close);
    fixture.close();
    folder.close();
  }

  /** Gives each peer what lies in the folder of its number. */
  private void lay(ChunkRef ref) throws Exception {
    for (int index = 0; index < 6; index++) {
      Locator locator = fixture.locator(ref, index);
      FakePeer peer = peers.get(fixture.folderOf(ref, index));
      peer.put(locator, java.nio.file.Files.readAllBytes(fixture.shardFile(ref, index)));
      places.put(locator, List.of(peer.ref));
    }
  }

  private SnapshotReading reading(RequestSettings settings, boolean known) throws Exception {
    List<PeerRef> all = peers.stream().map(peer -> peer.ref).toList();
    OrderSigner signer = new OrderSigner(fixture.keys(), () -> 1, InstantSource.system());
    requests =
        PeerRequests.start(
            new BrokerAccess(broker.bootstrap(), topics, Map.of()), all, signer, settings);
    ShardSource source =
        new BrokerShardSource(requests, locator -> known ? places.getOrDefault(locator, all) : all);
    return new SnapshotReading(EpochKeys.of(fixture.bundle()), source, ReaderSettings.standard());
  }

  private HeadSealer.Sealed snapshot(int files, int size) throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    List<Entry> entries = new ArrayList<>(List.of(Entries.root()));
    for (int number = 0; number < files; number++) {
      byte[] plain = new byte[size];
      random.nextBytes(plain);
      ChunkRef ref = fixture.put(plain);
      entries.add(Entries.file(1, "f%04d".formatted(number), ref.chunk(), size));
    }
    HeadSealer.Sealed head = fixture.snapshot(entries);
    for (ChunkRef ref : fixture.refs().values()) {
      lay(ref);
    }
    return head;
  }

  private static RestoreResult restore(SnapshotReading reading, HeadSealer.Sealed head, Path to)
      throws Exception {
    Restorer restorer = reading.restorer();
    return restorer.restore(
        restorer.plan(head.head(), EntryPath.ROOT, to, RestoreOptions.standard()));
  }

  @Test
  @DisplayName("peers and folders give the same tree, also when nothing is known of places")
  void givesTheSameTreeAsFolders() throws Exception {
    HeadSealer.Sealed head = snapshot(40, 300_000);
    try (SnapshotReading folders =
        new SnapshotReading(
            EpochKeys.of(fixture.bundle()),
            FolderShardSource.open(fixture.folders()),
            ReaderSettings.standard())) {
      assertThat(restore(folders, head, folder.resolve("a")).isComplete()).isTrue();
    }
    for (boolean known : new boolean[] {true, false}) {
      Path target = folder.resolve("b" + known);
      try (SnapshotReading reading = reading(RequestSettings.standard(), known)) {
        assertThat(restore(reading, head, target).lost()).isEmpty();
        assertThat(reading.findings().count(FindingKind.DAMAGED)).isZero();
      }
      assertThat(TreePicture.of(target)).isEqualTo(TreePicture.of(folder.resolve("a")));
    }
  }

  @Test
  @DisplayName("T3: the same is asked again, and silence ends in time and names the peer")
  void asksAgainAndGivesUp() throws Exception {
    HeadSealer.Sealed head = snapshot(1, 10_000);
    ChunkRef ref =
        fixture.refs().values().stream()
            .filter(r -> r.plainSize() == 10_000)
            .findFirst()
            .orElseThrow();
    for (int index = 0; index < 6; index++) {
      Locator locator = fixture.locator(ref, index);
      FakePeer peer = peers.get(fixture.folderOf(ref, index));
      // Three answer at their third request, three never.
      peer.ignore(locator, index < 3 ? 2 : Integer.MAX_VALUE);
    }
    RequestSettings settings =
        new RequestSettings(Duration.ofMillis(700), 3, Duration.ofMillis(300), 1 << 20);
    try (SnapshotReading reading = reading(settings, true)) {
      RestoreResult result = restore(reading, head, folder.resolve("target"));
      var lost = result.lost().getFirst().chunk().orElseThrow();
      assertThat(lost.have()).isEqualTo(3);
      assertThat(lost.findings())
          .filteredOn(finding -> finding.kind() == FindingKind.UNREACHABLE)
          .extracting(finding -> finding.where())
          .containsExactlyInAnyOrder(
              peers.get(fixture.folderOf(ref, 3)).ref.name(),
              peers.get(fixture.folderOf(ref, 4)).ref.name(),
              peers.get(fixture.folderOf(ref, 5)).ref.name());
      assertThat(lost.findings())
          .filteredOn(finding -> finding.kind() == FindingKind.UNREACHABLE)
          .allSatisfy(finding -> assertThat(finding.detail()).contains("no answer to "));
    }
  }

  @Test
  @DisplayName("T2: what a peer says of an order that is not for it does no harm")
  void takesAnswersOnlyFromThePeerThatWasAsked() throws Exception {
    HeadSealer.Sealed head = snapshot(3, 20_000);
    // Peer 0 holds every shard, under every name: it may answer, but only for itself.
    for (ChunkRef ref : fixture.refs().values()) {
      for (int index = 0; index < 6; index++) {
        peers
            .getFirst()
            .put(
                fixture.locator(ref, index),
                java.nio.file.Files.readAllBytes(fixture.shardFile(ref, (index + 1) % 6)));
      }
    }
    try (SnapshotReading reading = reading(RequestSettings.standard(), false)) {
      RestoreResult result = restore(reading, head, folder.resolve("target"));
      assertThat(result.isComplete()).isTrue();
      assertThat(result.findings().countsByPlace().get("peer-0")).containsKey(FindingKind.DAMAGED);
    }
  }

  @Test
  @DisplayName("I-23: an inventory is what the peer signed, page by page")
  void listsWhatAPeerSigned() throws Exception {
    FakePeer peer = peers.getFirst();
    HeadSealer.Sealed head = snapshot(1, 100);
    peer.put(head.locator(), head.sealed().toBytes());
    ByteWriter first = new ByteWriter(1024);
    first.raw(line(peer, peer, 1, head.locator(), ObjectType.HEAD, head.sealed().length()));
    first.raw(line(peer, peer, 2, new Locator(new Digest(1, 1, 1, 1)), ObjectType.SHARD, 500));
    ByteWriter second = new ByteWriter(1024);
    second.raw(line(peer, peer, 3, new Locator(new Digest(2, 1, 1, 1)), ObjectType.SHARD, 500));
    second.raw(
        line(peers.get(1), peer, 4, new Locator(new Digest(3, 1, 1, 1)), ObjectType.SHARD, 5));
    peer.list(ReplyOutcome.LISTED, "1/2", first.toBytes());
    peer.list(ReplyOutcome.LISTED, "2/2", second.toBytes());
    try (SnapshotReading _ = reading(RequestSettings.standard(), true)) {
      BrokerInventory inventory = new BrokerInventory(requests, fixture.bundle().repo());
      List<Receipt> receipts = new ArrayList<>();
      PeerKey key = new PeerKey(peer.ref, Bytes.copyOf(peer.key.publicKey()));
      InventoryReport report =
          inventory.list(key, (receipt, _) -> receipts.add(receipt)).get(60, TimeUnit.SECONDS);
      assertThat(report.failure()).isEmpty();
      assertThat(report.receipts()).isEqualTo(3);
      assertThat(report.refused()).isEqualTo(1);
      assertThat(receipts).extracting(Receipt::storeSequence).containsExactly(1L, 2L, 3L);

      HeadCollector collector = new HeadCollector(EpochKeys.of(fixture.bundle()));
      for (Receipt receipt : receipts) {
        if (receipt.objectType() == ObjectType.HEAD.id()) {
          byte[] sealed =
              inventory
                  .fetch(peer.ref, receipt.locator(), receipt.size())
                  .get(60, TimeUnit.SECONDS)
                  .orElseThrow();
          collector.look(peer.ref.name(), receipt.locator().toString(), sealed, false);
        }
      }
      assertThat(collector.list(List.of(peer.ref.name())).newest().orElseThrow().snapshot())
          .isEqualTo(head.snapshot());
    }
  }

  private byte[] line(
      FakePeer signer, FakePeer peer, long sequence, Locator locator, ObjectType type, int size) {
    Receipt receipt =
        new Receipt(
            Receipt.Kind.STORED,
            type.id(),
            fixture.bundle().repo(),
            peer.ref.id(),
            new StoreId(1, 2),
            sequence,
            Digest.ZERO,
            Digest.ZERO,
            locator,
            Digest.ZERO,
            size,
            0,
            1);
    Signed signed = Signed.sign(signer.key, Signatures.Context.RECEIPT, receipt.encode());
    return new ByteWriter(512)
        .raw(signed.body().toBytes())
        .raw(signed.signature().toBytes())
        .toBytes();
  }
}
