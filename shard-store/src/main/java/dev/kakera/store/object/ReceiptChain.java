package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.store.disk.ChainPoint;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.StoreJournal;
import java.time.InstantSource;

/**
 * Makes the next receipts of a store, each naming the one before it. Lives for one transaction:
 * what it made counts only once the journal has {@link #point}. Not thread-safe.
 */
final class ReceiptChain {
  private final StoreDirectory directory;
  private final RepoId repo;
  private final InstantSource clock;
  private ChainPoint point;

  ReceiptChain(StoreDirectory directory, RepoId repo, InstantSource clock, ChainPoint point) {
    this.directory = directory;
    this.repo = repo;
    this.clock = clock;
    this.point = point;
  }

  /**
   * What a receipt is about.
   *
   * @param order SHA-256 of the order's body; zero when there is none
   */
  record Subject(Digest order, Locator locator, int objectType, Digest root, int size) {}

  Signed stored(Subject subject) {
    return issue(Receipt.Kind.STORED, subject, 0);
  }

  Signed deleted(Subject subject) {
    return issue(Receipt.Kind.DELETED, subject, 0);
  }

  Signed noSpace(Subject subject, long missingBytes) {
    return issue(Receipt.Kind.REFUSED_NO_SPACE, subject, missingBytes);
  }

  ChainPoint point() {
    return point;
  }

  private Signed issue(Receipt.Kind kind, Subject subject, long detail) {
    long sequence = point.sequence() + 1;
    byte[] body =
        new Receipt(
                kind,
                subject.objectType(),
                repo,
                directory.peerId(),
                directory.storeId(),
                sequence,
                point.digest(),
                subject.order(),
                subject.locator(),
                subject.root(),
                subject.size(),
                detail,
                clock.millis())
            .encode();
    point = new ChainPoint(sequence, StoreJournal.digestOf(body));
    return Signed.sign(directory.signingKey(), Signatures.Context.RECEIPT, body);
  }
}
