package dev.kakera.catalog.restore;

import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.ChunkReader;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A file's contents on their way: its chunks are asked for a few ahead of the place that is
 * written. Confined to one thread at a time.
 */
final class ContentFeed implements AutoCloseable {
  private static final int AHEAD = 4;

  private final ChunkReader chunks;
  private final List<Extent> extents;
  private final Map<ChunkId, ChunkRef> refs;
  private final ArrayDeque<ChunkReader.Lease> leases = new ArrayDeque<>();
  private final LongConsumer written;
  private int leasedTo;

  /**
   * @param written hears of each piece as it is written
   */
  ContentFeed(
      ChunkReader chunks, List<Extent> extents, Map<ChunkId, ChunkRef> refs, LongConsumer written) {
    this.written = written;
    this.chunks = chunks;
    this.extents = extents;
    this.refs = refs;
  }

  /** Asks for the first chunks, once the window has room. */
  void prime(long windowBytes) throws InterruptedException {
    chunks.awaitRoom(windowBytes);
    lookAhead();
  }

  /**
   * Writes all of it, holes left out, from the file's start.
   *
   * @return bytes written
   */
  long writeTo(OpenFile file) throws PosixException, ChunkLostException, InterruptedException {
    long offset = 0;
    long total = 0;
    long end = 0;
    for (Extent extent : extents) {
      if (extent instanceof Extent.Data data) {
        lookAhead();
        try (ChunkReader.Lease lease = leases.poll()) {
          byte[] plain = lease.await();
          file.writeAt(offset, plain, data.offset(), Math.toIntExact(data.length()));
        }
        written.accept(data.length());
        total += data.length();
        end = offset + data.length();
      }
      offset += extent.length();
    }
    if (end < offset) {
      file.setSize(offset);
    }
    return total;
  }

  private void lookAhead() {
    while (leases.size() < AHEAD && leasedTo < extents.size()) {
      if (extents.get(leasedTo) instanceof Extent.Data data) {
        leases.add(chunks.lease(refs.get(data.chunk())));
      }
      leasedTo++;
    }
  }

  @Override
  public void close() {
    for (ChunkReader.Lease lease = leases.poll(); lease != null; lease = leases.poll()) {
      lease.close();
    }
  }
}
