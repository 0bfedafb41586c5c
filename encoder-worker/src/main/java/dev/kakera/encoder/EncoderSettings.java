package dev.kakera.encoder;

import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/**
 * What an encoder worker is told.
 *
 * @param bootstrap where the broker is, as {@code host:port}
 * @param topics names of the home's topics
 * @param keys the repository's newest keys; stay the caller's to close, after the worker
 * @param spoolKeys where the keys of spool records are found
 * @param workerName in stripes and headers: 1 to 64 of {@code a-z A-Z 0-9 . _ -}
 * @param threads chunks encoded at a time
 * @param orderValidity how long a store may take a shard after it was encoded: longer than any peer
 *     sleeps
 * @param clock wall clock, for the expiry of orders and the time in headers
 * @param inFlightMaxBytes sealed shards that wait for their announcement, over all threads: a
 *     thread that holds its part of it begins no further chunk
 * @param transport settings of the connection (TLS), added to those of every client
 */
public record EncoderSettings(
    String bootstrap,
    Topics topics,
    RepositoryKeys keys,
    SpoolKeySource spoolKeys,
    String workerName,
    int threads,
    Duration orderValidity,
    InstantSource clock,
    long inFlightMaxBytes,
    Map<String, Object> transport) {
  public static final Duration ORDER_VALIDITY = Duration.ofDays(90);
  public static final long IN_FLIGHT_MAX_BYTES = 32L << 20;

  private static final int THREADS_MAX = 256;

  public EncoderSettings {
    Objects.requireNonNull(bootstrap, "bootstrap");
    Objects.requireNonNull(topics, "topics");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(spoolKeys, "spoolKeys");
    Objects.requireNonNull(clock, "clock");
    transport = Map.copyOf(transport);
    require(
        workerName.matches("[A-Za-z0-9._-]{1,64}"),
        "workerName",
        workerName,
        "1 to 64 of a-z A-Z 0-9 . _ -");
    require(threads >= 1 && threads <= THREADS_MAX, "threads", threads, "1 to " + THREADS_MAX);
    require(
        orderValidity.compareTo(Duration.ofHours(1)) >= 0,
        "orderValidity",
        orderValidity,
        "an hour or more");
    require(inFlightMaxBytes >= 1, "inFlightMaxBytes", inFlightMaxBytes, "1 or more");
  }

  /** A thread per core, orders of {@link #ORDER_VALIDITY}, the system's clock. */
  public static EncoderSettings of(
      String bootstrap,
      Topics topics,
      RepositoryKeys keys,
      SpoolKeySource spoolKeys,
      String workerName) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()),
        ORDER_VALIDITY,
        InstantSource.system(),
        IN_FLIGHT_MAX_BYTES,
        Map.of());
  }

  public EncoderSettings withThreads(int count) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        count,
        orderValidity,
        clock,
        inFlightMaxBytes,
        transport);
  }

  public EncoderSettings withOrderValidity(Duration validity) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        threads,
        validity,
        clock,
        inFlightMaxBytes,
        transport);
  }

  public EncoderSettings withClock(InstantSource source) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        threads,
        orderValidity,
        source,
        inFlightMaxBytes,
        transport);
  }

  public EncoderSettings withInFlightMaxBytes(long bytes) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        threads,
        orderValidity,
        clock,
        bytes,
        transport);
  }

  public EncoderSettings withTransport(Map<String, Object> settings) {
    return new EncoderSettings(
        bootstrap,
        topics,
        keys,
        spoolKeys,
        workerName,
        threads,
        orderValidity,
        clock,
        inFlightMaxBytes,
        settings);
  }

  /** Without the transport's values, which may be secret. */
  @Override
  public String toString() {
    return "EncoderSettings[bootstrap=%s, topics=%s, worker=%s, threads=%d, transport=%s]"
        .formatted(bootstrap, topics.prefix(), workerName, threads, transport.keySet());
  }

  private static void require(boolean holds, String name, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "encoder setting %s is %s, allowed: %s".formatted(name, value, allowed));
    }
  }
}
