package dev.kakera.console.status;

import dev.kakera.producer.backup.BackupRun;
import dev.kakera.producer.ledger.LedgerEvent;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What stripes and receipts say of the stages over the last half minute, as the home reads them.
 * Thread-safe.
 */
public final class PipelineMeter {
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final ArrayDeque<Encoded> encoded = new ArrayDeque<>();
  private final ArrayDeque<Receipted> receipted = new ArrayDeque<>();
  private final ArrayDeque<Scanned> scanned = new ArrayDeque<>();
  private final Map<String, Long> lastReceipts = new HashMap<>();
  private BackupRun run;

  private record Encoded(long nanos, LedgerEvent.Encoded work) {}

  private record Receipted(long nanos, String peer) {}

  private record Scanned(long nanos, long bytes, long blockedNanos) {}

  /**
   * What was done in the window.
   *
   * @param seconds its length; shorter when the backup began in it
   * @param readBytes of content
   * @param blockedShare of that time the scanner waited for room
   * @param encodedBytes of content
   * @param encodeSeconds of one thread
   * @param shardBytes of a sealed shard, on average; 0 when none was made
   * @param receipts by peer
   */
  public record Window(
      double seconds,
      long readBytes,
      double blockedShare,
      long encodedBytes,
      double encodeSeconds,
      double shardBytes,
      Map<String, Integer> receipts) {}

  /**
   * @param nanos a monotonic clock
   */
  public PipelineMeter(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A backup begins. */
  public synchronized void begin(BackupRun next) {
    run = next;
    encoded.clear();
    receipted.clear();
    scanned.clear();
    sample(nanos.getAsLong());
  }

  public synchronized void on(LedgerEvent event) {
    long now = nanos.getAsLong();
    switch (event) {
      case LedgerEvent.Encoded work -> encoded.add(new Encoded(now, work));
      case LedgerEvent.Receipted receipt -> {
        receipted.add(new Receipted(now, receipt.peer()));
        lastReceipts.put(receipt.peer(), System.currentTimeMillis());
      }
      default -> {}
    }
    if (run != null && (scanned.isEmpty() || now - scanned.getLast().nanos() >= SAMPLE_NANOS)) {
      sample(now);
    }
    forget(now);
  }

  public synchronized Window window() {
    long now = nanos.getAsLong();
    if (run != null) {
      sample(now);
    }
    forget(now);
    Map<String, Integer> receipts = new HashMap<>();
    receipted.forEach(each -> receipts.merge(each.peer(), 1, Integer::sum));
    double seconds = 0;
    long read = 0;
    double blocked = 0;
    if (scanned.size() > 1) {
      Scanned first = scanned.getFirst();
      Scanned last = scanned.getLast();
      long span = Math.max(1, last.nanos() - first.nanos());
      seconds = span / 1e9;
      read = last.bytes() - first.bytes();
      blocked = Math.min(1, (double) (last.blockedNanos() - first.blockedNanos()) / span);
    }
    return new Window(
        Math.max(seconds, 1e-3),
        read,
        blocked,
        encoded.stream().mapToLong(each -> each.work().plainBytes()).sum(),
        encoded.stream().mapToLong(each -> each.work().busyMicros()).sum() / 1e6,
        encoded.stream().mapToLong(each -> each.work().shardBytes()).average().orElse(0),
        receipts);
  }

  /** When each peer last signed for a shard, Unix time in milliseconds, since the home started. */
  public synchronized Map<String, Long> lastReceipts() {
    return Map.copyOf(lastReceipts);
  }

  private void sample(long now) {
    scanned.add(new Scanned(now, run.progress().readBytes(), run.inFlight().blockedNanos()));
  }

  private void forget(long now) {
    while (!encoded.isEmpty() && now - encoded.getFirst().nanos() > WINDOW_NANOS) {
      encoded.poll();
    }
    while (!receipted.isEmpty() && now - receipted.getFirst().nanos() > WINDOW_NANOS) {
      receipted.poll();
    }
    while (scanned.size() > 2 && now - scanned.getFirst().nanos() > WINDOW_NANOS) {
      scanned.poll();
    }
  }
}
