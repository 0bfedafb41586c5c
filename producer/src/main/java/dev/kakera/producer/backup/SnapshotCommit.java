package dev.kakera.producer.backup;

import dev.kakera.core.id.Digest;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.ledger.HeadQuorum;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.ledger.Snapshots;
import dev.kakera.producer.publish.ObjectSender;
import dev.kakera.producer.publish.PipelineStalledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Row 12: the head is sealed and kept, sent to every peer, and with a quorum of receipts (I-03) for
 * it and for the key bundle the snapshot is committed. One that was begun and not ended is ended
 * first, with the same bytes (I-04).
 */
final class SnapshotCommit {
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final long LOOK_MILLIS = 20;
  private static final long SEND_SECONDS = 60;

  private final Catalog catalog;
  private final ReceiptLedger ledger;
  private final ObjectSender sender;
  private final HeadSealer sealer;
  private final byte[] bundle;
  private final Pause pause;
  private final LongSupplier nanos;

  /**
   * @param bundle the key bundle, sealed under the recovery words
   */
  SnapshotCommit(
      Catalog catalog,
      ReceiptLedger ledger,
      ObjectSender sender,
      RepositoryKeys keys,
      byte[] bundle,
      Pause pause,
      LongSupplier nanos) {
    this.catalog = catalog;
    this.ledger = ledger;
    this.sender = sender;
    this.sealer = new HeadSealer(keys);
    this.bundle = bundle.clone();
    this.pause = pause;
    this.nanos = nanos;
  }

  /** Fills in the head's place in the chain. */
  @FunctionalInterface
  interface Draft {
    Head at(long sequence, Digest previous);
  }

  /** Ends what a killed run began: its chunks were durable before its head was sealed. */
  void resume() throws InterruptedException {
    Optional<Snapshots.Snapshot> pending = catalog.read(Snapshots::pending);
    if (pending.isPresent()) {
      complete(sealer.open(pending.get().head().toBytes()), pending.get());
    }
  }

  HeadSealer.Sealed commit(Draft draft, long session) throws InterruptedException {
    Optional<Snapshots.Snapshot> latest = catalog.read(Snapshots::latest);
    long sequence = latest.map(Snapshots.Snapshot::sequence).orElse(0L) + 1;
    Digest previous =
        latest.map(before -> sealer.open(before.head().toBytes()).digest()).orElse(Digest.ZERO);
    HeadSealer.Sealed head = sealer.seal(draft.at(sequence, previous));
    Snapshots.Snapshot snapshot =
        new Snapshots.Snapshot(
            sequence, head.snapshot(), head.head().source(), head.sealed(), session, false);
    catalog.write(
        connection -> {
          Snapshots.add(connection, snapshot);
          return true;
        });
    complete(head, snapshot);
    return head;
  }

  private void complete(HeadSealer.Sealed head, Snapshots.Snapshot snapshot)
      throws InterruptedException {
    ledger.expectHead(head.locator(), snapshot.sequence());
    List<Peers.Peer> peers = catalog.peers();
    HeadQuorum quorum = HeadQuorum.of(peers.size(), head.head().geometry());
    List<Future<RecordMetadata>> sends = new ArrayList<>();
    for (Peers.Peer peer : peers) {
      if (!peer.hasBundle()) {
        sends.add(sender.put(peer.ref(), bundle, snapshot.session()));
      }
      sends.add(sender.put(peer.ref(), head.sealed().toBytes(), snapshot.session()));
    }
    awaitSent(sends);
    awaitQuorum(snapshot.sequence(), quorum);
    catalog.write(
        connection -> {
          Snapshots.commit(connection, snapshot);
          return true;
        });
  }

  private static void awaitSent(List<Future<RecordMetadata>> sends) throws InterruptedException {
    for (Future<RecordMetadata> send : sends) {
      try {
        send.get(SEND_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new PipelineStalledException(
            "the broker did not take the snapshot's head: "
                + e.getMessage()
                + ". All chunks are safe; run the same command again");
      }
    }
  }

  private void awaitQuorum(long sequence, HeadQuorum quorum) throws InterruptedException {
    long started = nanos.getAsLong();
    while (true) {
      List<String> heads = catalog.read(connection -> Snapshots.headHolders(connection, sequence));
      List<Peers.Peer> peers = catalog.peers();
      List<String> bundles =
          peers.stream().filter(Peers.Peer::hasBundle).map(Peers.Peer::name).toList();
      if (quorum.isReached(heads, bundles)) {
        return;
      }
      if (nanos.getAsLong() - started > DEADLINE.toNanos()) {
        throw new PipelineStalledException(
            ("the snapshot is not committed: its head needs %d peers and has %d after %d s. No"
                    + " answer from: %s. All chunks are safe; when those are back, run the same"
                    + " command again")
                .formatted(
                    quorum.needed(),
                    Math.min(heads.size(), bundles.size()),
                    DEADLINE.toSeconds(),
                    HeadQuorum.silent(
                        peers.stream().map(Peers.Peer::name).toList(), heads, bundles)));
      }
      pause.of(LOOK_MILLIS);
    }
  }
}
