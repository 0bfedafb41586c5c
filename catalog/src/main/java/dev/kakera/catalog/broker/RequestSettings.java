package dev.kakera.catalog.broker;

import java.time.Duration;

/**
 * How patient {@link PeerRequests} are.
 *
 * @param deadline of one attempt
 * @param attempts how often the same is asked before a peer counts as unreachable
 * @param doubtAfter a peer that is asked and answers nothing for so long is doubtful
 * @param inFlightBytes of replies that may be on their way at a time
 */
public record RequestSettings(
    Duration deadline, int attempts, Duration doubtAfter, long inFlightBytes) {
  public RequestSettings {
    if (attempts < 1 || inFlightBytes < 1 || !deadline.isPositive() || !doubtAfter.isPositive()) {
      throw new IllegalArgumentException(
          "request settings: %d attempts of %s, doubt after %s, %d bytes in flight"
              .formatted(attempts, deadline, doubtAfter, inFlightBytes));
    }
  }

  public static RequestSettings standard() {
    return new RequestSettings(Duration.ofSeconds(30), 3, Duration.ofSeconds(2), 64L << 20);
  }
}
