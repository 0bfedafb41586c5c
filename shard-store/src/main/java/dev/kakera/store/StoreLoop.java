package dev.kakera.store;

import dev.kakera.store.object.StoreFailedException;
import java.io.IOException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats one kind of work until the store stops. The one place that decides what a failure means:
 * a failed disk ends the store, everything else is tried again with new clients after a pause.
 */
final class StoreLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreLoop.class);
  private static final long PAUSE_MIN_MILLIS = 500;
  private static final long PAUSE_MAX_MILLIS = 30_000;

  private final String name;
  private final Source source;
  private final Lifecycle lifecycle;
  private long pauseMillis = PAUSE_MIN_MILLIS;

  StoreLoop(String name, Source source, Lifecycle lifecycle) {
    this.name = name;
    this.source = source;
    this.lifecycle = lifecycle;
  }

  /** Work that may hold clients. */
  interface Work extends AutoCloseable {

    /**
     * Does a bounded piece of it, in bounded time.
     *
     * @return whether there was something to do
     */
    boolean step() throws IOException;

    @Override
    void close();
  }

  /** Begins the work anew. */
  interface Source {
    Work open();
  }

  @Override
  public void run() {
    while (!lifecycle.isStopping()) {
      try {
        work();
      } catch (StoreFailedException e) {
        LOG.error("{} ends: {}", name, e.getMessage());
        lifecycle.fail(e);
      } catch (AuthorizationException | AuthenticationException e) {
        // A client that is denied asks in a tight loop; it is closed by now.
        retryAfter(e, "access was denied", PAUSE_MAX_MILLIS);
      } catch (IOException | RuntimeException e) {
        retryAfter(e, "it is tried again", pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, PAUSE_MAX_MILLIS);
      } catch (Error e) {
        LOG.error("{} ends: {}", name, e.toString());
        lifecycle.fail(e);
        throw e;
      }
    }
  }

  private void work() throws IOException {
    try (Work work = source.open()) {
      while (!lifecycle.isStopping()) {
        boolean worked = work.step();
        lifecycle.fine(name);
        pauseMillis = worked ? PAUSE_MIN_MILLIS : pauseMillis;
      }
    }
  }

  private void retryAfter(Exception cause, String meaning, long millis) {
    if (lifecycle.isStopping()) {
      return;
    }
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    LOG.warn("{}: {}; {} in {} ms", name, message, meaning, millis);
    lifecycle.trouble(name, message);
    lifecycle.pause(millis);
  }
}
