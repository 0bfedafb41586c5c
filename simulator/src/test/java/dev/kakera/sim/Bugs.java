package dev.kakera.sim;

import dev.kakera.sim.Bug.Change;
import java.util.List;

/** What somebody might do to the product one day. Each must be found. */
final class Bugs {
  private Bugs() {}

  static final List<Bug> ALL =
      List.of(
          bug("receipt before file sync", "store.object.IngestBatch#syncFiles", skip("force")),
          bug(
              "receipt without a journal entry",
              "store.object.IngestBatch#writeJournal",
              skip("commit")),
          bug("journal never synced", "store.disk.StoreJournal#commit", new Change.Skip("commit")),
          bug(
              "receipt although the rename was left out",
              "store.object.IngestBatch#renameFiles",
              skip("rename")),
          bug(
              "room counted the wrong way",
              "store.object.IngestBatch#decide",
              new Change.Call("isPresent", "isEmpty")),
          bug("receipt not sent again for a duplicate", "store.IngestWork#settle", skip("receipt")),
          bug(
              "store reads on from the end",
              "store.Positions#poll",
              new Change.Call("seekToBeginning", "seekToEnd")),
          bug(
              "store does not read from the beginning",
              "store.Positions#poll",
              skip("seekToBeginning")),
          bug("temporary files stay", "store.object.StartCheck#run", skip("clearTemporary")),
          bug(
              "group ends with its first send",
              "core.group.ShardGroup$Sending#next",
              new Change.Negate(0)),
          bug(
              "failed send taken for landed",
              "core.group.ShardGroup$Sending#next",
              new Change.Negate(1)),
          bug(
              "failure reported as success",
              "encoder.EncodeLoop#handle",
              new Change.Call("isPresent", "isEmpty")),
          bug("shards sent before their stripe record", "encoder.Outbox#announce", skip("send")),
          bug(
              "locator without the stripe",
              "core.stripe.StripeNaming#locator",
              new Change.Pass("update")),
          bug(
              "locator without the index",
              "core.stripe.StripeNaming#locator",
              new Change.Pass("u8")),
          bug("all shards at one peer", "core.placement.Placement#complete", skip("merge")),
          bug(
              "chunks of committed snapshots cleaned up",
              "producer.ledger.Chunks#unused",
              new Change.Text("used IS NULL AND NOT", "1 = 1 AND NOT")),
          bug(
              "chunks not marked as named",
              "producer.ledger.Chunks#reference",
              new Change.Text("SET referenced = CASE", "SET plain = plain, referenced = 0 * CASE")),
          bug(
              "chunks not marked as used",
              "producer.ledger.Snapshots#commit",
              new Change.Text("SET used = ?", "SET used = NULL AND ?")),
          bug(
              "discarded without naming its shards",
              "producer.ledger.Chunks#discard",
              new Change.Text(
                  "INSERT OR IGNORE INTO cleanups (locator, peer, since) SELECT locator, peer, ? FROM shards WHERE chunk = ?",
                  "UPDATE cleanups SET since = ? WHERE since = -1 - ?")),
          bug("head quorum one too low", "core.ledger.HeadQuorum#of", new Change.Number(1, 0)),
          bug(
              "committed before the quorum",
              "producer.backup.SnapshotCommit#complete",
              skip("awaitQuorum")),
          bug(
              "key bundle not waited for",
              "core.ledger.HeadQuorum#isReached",
              new Change.Negate(1)),
          bug("head receipts not kept", "producer.ledger.Snapshots#receiptHead", skip("update")),
          bug("chunks not pinned", "producer.publish.ChunkPublisher#pin", skip("pin")),
          bug(
              "receipt before directory sync",
              "store.object.IngestBatch#run",
              skip("forceDirectory")),
          bug(
              "locator without geometry",
              "core.stripe.StripeNaming#locator",
              new Change.Call("k", "m")),
          bug(
              "shards without a receipt counted",
              "producer.ledger.Chunks#recount",
              new Change.Text(" AND receipt IS NOT NULL", "")),
          bug(
              "new broker read from its end",
              "producer.ledger.StartPositions#find",
              new Change.Call("beginningOffsets", "endOffsets")),
          bug(
              "cleanup entry never closed",
              "producer.ledger.Cleanups#cancel",
              new Change.Text("AND peer = ?", "AND peer = -?")),
          bug("deleted file stays", "store.object.Trash#moveFile", skip("rename")),
          bug(
              "new folder never synced",
              "store.object.IngestBatch#renameFiles",
              new Change.Negate(4)),
          bug(
              "owed shards not sent again",
              "producer.publish.OwedShards#toSend",
              new Change.Negate(1)),
          bug(
              "first shard never wanted",
              "producer.publish.ChunkPublisher#wanted",
              new Change.Number(0, 1)),
          bug("budget not kept", "core.flight.Flights#hasRoom", new Change.Negate(0)),
          bug("budget not given back", "core.flight.Flights#release", new Change.Negate(0)),
          bug("chunks in flight trimmed", "producer.publish.InFlight#floors", skip("forEach")),
          bug("head not waited for", "core.ledger.HeadQuorum#isReached", new Change.Negate(0)),
          bug("head not kept before it is sent", "producer.ledger.Snapshots#add", skip("update")),
          bug(
              "commit not written",
              "producer.ledger.Snapshots#commit",
              new Change.Text("SET committed = 1", "SET committed = 0")),
          bug("receipts not counted", "core.ledger.Durability#of", skip("size")),
          bug("receipt not kept", "producer.ledger.LedgerWriting#store", skip("receipt")));

  private static Bug bug(String name, String place, Change change) {
    return Bug.of(name, place, change);
  }

  private static Change skip(String called) {
    return new Change.Skip(called);
  }
}
