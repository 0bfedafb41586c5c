package dev.kakera.store;

import dev.kakera.schemas.PeerRights;
import dev.kakera.schemas.Topics;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.object.StoreRules;
import dev.kakera.store.object.StoreStep;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Everything one store goes by.
 *
 * @param bootstrap the broker, {@code host:port}
 * @param peer name of the peer, as in topic names
 * @param directory the data directory; made when it is missing
 * @param home the only home whose orders count
 * @param limits how much, and how long
 * @param time clocks, which tests replace
 * @param clientSettings added to those of every Kafka client: TLS and the like
 * @param steps told of each step; for tests that stop between two
 */
public record StoreSettings(
    String bootstrap,
    Topics topics,
    String peer,
    Path directory,
    HomeRef home,
    Limits limits,
    Time time,
    Map<String, Object> clientSettings,
    StoreStep.Listener steps) {
  public static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(5);

  public StoreSettings {
    Objects.requireNonNull(bootstrap, "bootstrap");
    Objects.requireNonNull(topics, "topics");
    Topics.requirePeer(peer);
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(home, "home");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(time, "time");
    clientSettings = Map.copyOf(clientSettings);
    Objects.requireNonNull(steps, "steps");
  }

  /**
   * How much a store takes and how long it holds what is deleted.
   *
   * @param quotaBytes most bytes of sealed objects, the trash included; 0 for no quota
   * @param reserveBytes left free on the disk
   * @param holdDays days by the store's own count
   */
  public record Limits(long quotaBytes, long reserveBytes, int holdDays) {
    public static final Limits STANDARD =
        new Limits(0, StoreRules.RESERVE_DEFAULT_BYTES, StoreRules.HOLD_DEFAULT_DAYS);
  }

  /**
   * Clocks.
   *
   * @param clock wall clock, which may jump
   * @param ticker nanoseconds that only grow
   */
  public record Time(InstantSource clock, LongSupplier ticker, Duration heartbeatInterval) {
    public static final Time SYSTEM =
        new Time(Clock.systemUTC(), System::nanoTime, HEARTBEAT_INTERVAL);

    public Time {
      Objects.requireNonNull(clock, "clock");
      Objects.requireNonNull(ticker, "ticker");
      if (heartbeatInterval.toMillis() < 1) {
        throw new IllegalArgumentException(
            "heartbeat interval is %s, must be 1 ms or more".formatted(heartbeatInterval));
      }
    }
  }

  /** The standard limits and the system's clocks. */
  public static StoreSettings of(
      String bootstrap, Topics topics, String peer, Path directory, HomeRef home) {
    return new StoreSettings(
        bootstrap,
        topics,
        peer,
        directory,
        home,
        Limits.STANDARD,
        Time.SYSTEM,
        Map.of(),
        StoreStep.Listener.NONE);
  }

  public StoreSettings withLimits(Limits next) {
    return new StoreSettings(
        bootstrap, topics, peer, directory, home, next, time, clientSettings, steps);
  }

  public StoreSettings withTime(Time next) {
    return new StoreSettings(
        bootstrap, topics, peer, directory, home, limits, next, clientSettings, steps);
  }

  public StoreSettings withClientSettings(Map<String, Object> next) {
    return new StoreSettings(bootstrap, topics, peer, directory, home, limits, time, next, steps);
  }

  public StoreSettings withSteps(StoreStep.Listener next) {
    return new StoreSettings(
        bootstrap, topics, peer, directory, home, limits, time, clientSettings, next);
  }

  /**
   * The group that reads this peer's requests; its shards are read by {@link Topics#storeGroup}.
   */
  public String requestsGroup() {
    return PeerRights.requestsGroup(topics, peer);
  }

  StoreRules rules() {
    return new StoreRules(
        home, limits.quotaBytes(), limits.reserveBytes(), limits.holdDays(), time.clock(), steps);
  }

  static String version() {
    return Optional.ofNullable(StoreSettings.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
