package dev.kakera.producer.ledger;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.wire.Bytes;
import java.util.List;

/** Heads of empty snapshots. */
public final class TestHeads {
  public static final SourceId SOURCE = new SourceId(1, 2);

  private TestHeads() {}

  public static HeadSealer.Sealed sealed(LedgerHome home, long sequence, Digest previous) {
    return home.headSealer().seal(head(sequence, previous));
  }

  public static Head head(long sequence, Digest previous) {
    return new Head(
        sequence,
        previous,
        SOURCE,
        Bytes.utf8("/source"),
        "host",
        0,
        1,
        true,
        LedgerHome.GEOMETRY,
        new Head.Totals(0, 1, 0, 0, 0, 0),
        List.of());
  }

  public static Snapshots.Snapshot snapshot(
      HeadSealer.Sealed head, long session, boolean committed) {
    return new Snapshots.Snapshot(
        head.head().sequence(),
        head.snapshot(),
        head.head().source(),
        head.sealed(),
        session,
        committed);
  }
}
