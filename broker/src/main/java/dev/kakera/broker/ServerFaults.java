package dev.kakera.broker;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.internals.Exit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Kafka's server from ending this process: on a full disk or a taken port it calls for a
 * halt, without a word to whoever waits. Here the call becomes a message for the broker that runs,
 * and an exception in the thread that made it.
 */
final class ServerFaults {

  private static final Logger LOG = LoggerFactory.getLogger(ServerFaults.class);
  private static final AtomicReference<@Nullable Consumer<String>> LISTENER =
      new AtomicReference<>();

  private ServerFaults() {}

  /** Thrown in the thread of the server that asked for the end of the process. */
  static final class HaltedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HaltedException(String message) {
      super(message);
    }
  }

  /**
   * Sends every call for an end to {@code listener}, the latest one if there are several brokers.
   */
  static void listen(Consumer<String> listener) {
    LISTENER.set(listener);
    Exit.setHaltProcedure(ServerFaults::stop);
    Exit.setExitProcedure(ServerFaults::stop);
  }

  /**
   * Stops sending to {@code listener}. What a broker calls for while it is being closed is logged
   * only.
   */
  static void forget(Consumer<String> listener) {
    LISTENER.compareAndSet(listener, null);
  }

  private static void stop(int status, @Nullable String message) {
    String reason = Objects.requireNonNullElse(message, "status " + status);
    LOG.error("Kafka's server calls for the end of the process: {}", reason);
    Consumer<String> listener = LISTENER.get();
    if (listener != null) {
      listener.accept(reason);
    }
    throw new HaltedException("the server stopped itself: " + reason);
  }
}
