package dev.kakera.console.role;

import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What was opened on the way to something larger: closed again, last first, when the rest cannot be
 * opened. Confined to one thread.
 */
final class Opened {
  private static final long START_SECONDS = 120;

  private final ArrayDeque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    opened.push(part);
    return part;
  }

  /** Another closes it from here on. */
  void release(AutoCloseable part) {
    opened.remove(part);
  }

  /** Opens a part beside the others, on a thread of its own. */
  <T extends AutoCloseable> CompletableFuture<T> start(String name, Callable<T> starting) {
    CompletableFuture<T> started = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("start-" + name)
        .daemon(true)
        .start(
            () -> {
              try {
                started.complete(starting.call());
              } catch (Exception | Error e) {
                started.completeExceptionally(e);
              }
            });
    opened.push(() -> closeStarted(started));
    return started;
  }

  private static <T extends AutoCloseable> void closeStarted(CompletableFuture<T> started)
      throws Exception {
    T part;
    try {
      part = started.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return; // there is nothing to close; whoever waited for it was told
    }
    part.close();
  }

  /** Closes all of it; what goes wrong is added to the reason. */
  void closeBecause(Exception reason) {
    boolean interrupted = Thread.interrupted(); // or nothing would be waited for
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (Exception e) {
        reason.addSuppressed(e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
