package dev.kakera.console.output;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows how far a long command is: redrawn in place where a person looks on, else a line a minute,
 * so that container logs stay readable. The rate is that of the last fifteen seconds.
 */
public final class ProgressLine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLine.class);
  private static final Duration REDRAW = Duration.ofMillis(500);
  private static final Duration PLAIN = Duration.ofSeconds(60);
  private static final long RATE_WINDOW_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final Terminal terminal;
  private final Supplier<Sample> source;
  private final Duration every;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private final long startedNanos = System.nanoTime();
  private final Thread thread;
  private int drawn;

  /**
   * What there is to show.
   *
   * @param done bytes so far
   * @param total bytes in all, or -1 while it is not known
   * @param files files so far
   * @param totalFiles files in all, or -1
   * @param detail the rest of the line
   */
  public record Sample(long done, long total, long files, long totalFiles, String detail) {}

  private record Point(long nanos, long done) {}

  public ProgressLine(Terminal terminal, Supplier<Sample> source) {
    this(terminal, source, terminal.interactive() ? REDRAW : PLAIN);
  }

  ProgressLine(Terminal terminal, Supplier<Sample> source, Duration every) {
    this.terminal = terminal;
    this.source = source;
    this.every = every;
    this.thread = Thread.ofPlatform().name("progress").daemon(true).start(this::loop);
  }

  private void loop() {
    if (terminal.quiet()) {
      return;
    }
    try {
      while (!closing.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        draw(text(source.get()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("the progress line stopped: {}", e.getMessage());
    }
  }

  private String text(Sample sample) {
    long now = System.nanoTime();
    points.add(new Point(now, sample.done()));
    while (points.size() > 2 && now - points.peek().nanos() > RATE_WINDOW_NANOS) {
      points.poll();
    }
    Point oldest = points.peek();
    double rate =
        now == oldest.nanos() ? 0 : (sample.done() - oldest.done()) * 1e9 / (now - oldest.nanos());
    Duration elapsed = Duration.ofNanos(now - startedNanos);
    StringBuilder text = new StringBuilder("[" + Units.clock(elapsed) + "] ");
    if (sample.total() > 0) {
      text.append("%4.1f %%  ".formatted(Math.min(100, 100.0 * sample.done() / sample.total())));
    }
    text.append(Units.count(sample.files()));
    text.append(sample.totalFiles() >= 0 ? "/" + Units.count(sample.totalFiles()) : "");
    text.append(" files  ").append(Units.bytes(sample.done()));
    text.append(sample.total() >= 0 ? " of " + Units.bytes(sample.total()) : "");
    text.append("  ").append(Units.rate(rate)).append(" now");
    if (rate > 1 && sample.total() > sample.done()) {
      Duration left = Duration.ofSeconds((long) ((sample.total() - sample.done()) / rate));
      text.append("  ETA ").append(Units.clock(left));
    }
    return text.append("  ").append(sample.detail()).toString();
  }

  private void draw(String text) {
    if (!terminal.interactive()) {
      terminal.err().println(text);
      return;
    }
    String padded = text + " ".repeat(Math.max(0, drawn - text.length()));
    drawn = text.length();
    terminal.err().print("\r" + padded);
    terminal.err().flush();
  }

  /** Ends it and clears the line. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (terminal.interactive() && drawn > 0) {
      terminal.err().print("\r" + " ".repeat(drawn) + "\r");
      terminal.err().flush();
    }
  }
}
