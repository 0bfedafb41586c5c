package dev.kakera.producer.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The catalog's single writer: runs what is handed in, in order, as many at a time as are waiting,
 * and completes them when the one commit that holds them all is on disk. After a commit that the
 * disk failed nothing more is taken: only opening the catalog again shows what it holds.
 */
public final class CatalogWriter implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int BATCH_MAX = 512;

  private final CatalogDatabase database;
  private final LinkedBlockingQueue<Work<?>> queue = new LinkedBlockingQueue<>();
  private final @Nullable Thread thread;
  private volatile boolean closed;
  private volatile CatalogException broken;

  /** What is to be written. Must not keep the connection. */
  @FunctionalInterface
  public interface Write<T> {
    T apply(Connection connection) throws SQLException;
  }

  private record Work<T>(Write<T> write, CompletableFuture<T> done) {
    /** Null when it succeeded, else why not; the result is kept in {@code results}. */
    void run(Connection connection, List<Runnable> completions) throws SQLException {
      T result = write.apply(connection);
      completions.add(() -> done.complete(result));
    }
  }

  public CatalogWriter(CatalogDatabase database) {
    this.database = database;
    this.thread = Thread.ofPlatform().name("catalog-writer").daemon(true).start(this::loop);
  }

  private CatalogWriter(CatalogDatabase database, @Nullable Thread thread) {
    this.database = database;
    this.thread = thread;
  }

  /** Has no thread: whoever hands something in writes it. For use by one thread. */
  static CatalogWriter confined(CatalogDatabase database) {
    return new CatalogWriter(database, null);
  }

  /** Completes after the commit; fails with {@link CatalogException}. */
  public <T> CompletableFuture<T> submit(Write<T> write) {
    CompletableFuture<T> done = new CompletableFuture<>();
    synchronized (queue) {
      if (!closed && thread != null) {
        queue.add(new Work<>(write, done));
        return done;
      }
    }
    if (!closed) {
      commit(List.of(new Work<>(write, done)));
      return done;
    }
    done.completeExceptionally(
        new CatalogException(CatalogException.Kind.FAILED, "the catalog is closed", null));
    return done;
  }

  /** {@link #submit}, and waits for the commit. */
  public <T> T write(Write<T> write) {
    return await(submit(write));
  }

  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new CatalogException(
              CatalogException.Kind.FAILED, "the catalog: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new CatalogException(
          CatalogException.Kind.FAILED,
          "the catalog did not take a write within %d s; is its disk well?"
              .formatted(DEADLINE.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CatalogException(
          CatalogException.Kind.FAILED, "interrupted while the catalog was written", e);
    }
  }

  private void loop() {
    List<Work<?>> batch = new ArrayList<>();
    while (!closed || !queue.isEmpty()) {
      try {
        Work<?> first = queue.poll(200, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        batch.add(first);
        queue.drainTo(batch, BATCH_MAX - 1);
        commit(batch);
      } catch (InterruptedException e) {
        refuseMore(); // what is queued is still written
      } finally {
        batch.clear();
      }
    }
  }

  /** Never twice after a commit that failed: the disk may have dropped what it was given. */
  private void commit(List<Work<?>> batch) {
    if (broken != null) {
      fail(batch, broken);
      return;
    }
    List<Runnable> completions = new ArrayList<>();
    try {
      for (Work<?> work : batch) {
        work.run(database.writing(), completions);
      }
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      if (batch.size() == 1) {
        fail(batch, explain(e));
      } else {
        // One of them is at fault: each by itself, so that it alone fails.
        batch.forEach(work -> commit(List.of(work)));
      }
      return;
    }
    try {
      database.writing().commit();
    } catch (SQLException e) {
      rollBack(e);
      CatalogException told = database.explain(e);
      if (told.kind() != CatalogException.Kind.NO_SPACE) {
        broken = told;
      }
      fail(batch, told);
      return;
    }
    completions.forEach(Runnable::run);
  }

  private static void fail(List<Work<?>> batch, RuntimeException why) {
    batch.forEach(work -> work.done().completeExceptionally(why));
  }

  private void refuseMore() {
    synchronized (queue) {
      closed = true;
    }
  }

  private void rollBack(Throwable cause) {
    try {
      database.writing().rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private RuntimeException explain(Throwable e) {
    return switch (e) {
      case SQLException sql -> database.explain(sql);
      case RuntimeException known -> known;
      default ->
          new CatalogException(
              CatalogException.Kind.FAILED, "the catalog: a write failed: " + e, e);
    };
  }

  @Override
  public void close() {
    refuseMore();
    if (thread == null) {
      return;
    }
    try {
      thread.join(DEADLINE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
