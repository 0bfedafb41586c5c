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
  private static final Duration LINES = Duration.ofSeconds(1);
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
  public record Sample(long done, long total, long files, long totalFiles, String detail) {
    boolean hasTotal() {
      return total > 0;
    }
  }

  private record Point(long nanos, long done) {}

  public ProgressLine(Terminal terminal, Supplier<Sample> source) {
    this(terminal, source, terminal.json() ? LINES : terminal.interactive() ? REDRAW : PLAIN);
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
        show(source.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("the progress line stopped: {}", e.getMessage());
    }
  }

  private void show(Sample sample) {
    long now = System.nanoTime();
    double rate = rate(now, sample);
    Duration elapsed = Duration.ofNanos(now - startedNanos);
    if (terminal.json()) {
      terminal.out().print(json(sample, rate, elapsed));
    } else {
      draw(text(sample, rate, elapsed));
    }
  }

  private double rate(long now, Sample sample) {
    points.add(new Point(now, sample.done()));
    while (points.size() > 2 && now - points.peek().nanos() > RATE_WINDOW_NANOS) {
      points.poll();
    }
    Point oldest = points.peek();
    return now == oldest.nanos()
        ? 0
        : (sample.done() - oldest.done()) * 1e9 / (now - oldest.nanos());
  }

  private static String json(Sample sample, double rate, Duration elapsed) {
    JsonWriter json =
        JsonWriter.line("status")
            .field("seconds_elapsed", elapsed.toSeconds())
            .field("files_done", sample.files())
            .field("bytes_done", sample.done())
            .field("bytes_per_second_now", Math.round(rate))
            .field("bytes_per_second_avg", sample.done() * 1000 / Math.max(1, elapsed.toMillis()));
    if (sample.totalFiles() >= 0) {
      json.field("total_files", sample.totalFiles());
    }
    if (sample.total() >= 0) {
      json.field("total_bytes", sample.total());
    }
    if (sample.hasTotal()) {
      json.field("percent_done", Math.min(1, (double) sample.done() / sample.total()));
    }
    if (rate > 1 && sample.total() > sample.done()) {
      json.field("seconds_remaining", (long) ((sample.total() - sample.done()) / rate));
    }
    return json.field("detail", sample.detail()).end();
  }

  private static String text(Sample sample, double rate, Duration elapsed) {
    StringBuilder text = new StringBuilder("[" + Units.clock(elapsed) + "] ");
    if (sample.hasTotal()) {
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
    if (drawn > 0) {
      terminal.err().print("\r" + " ".repeat(drawn) + "\r");
      terminal.err().flush();
    }
  }
}
