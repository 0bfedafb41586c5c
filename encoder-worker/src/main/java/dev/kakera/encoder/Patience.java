package dev.kakera.encoder;

import dev.kakera.schemas.ClientSettings;
import java.time.Duration;

/**
 * How long a loop waits for what.
 *
 * @param sends for the acknowledgement of what was sent; longer than a producer takes to say that
 *     it failed
 * @param backOff after the first failure of a record; each further one waits as much longer
 * @param poll for a record to come
 */
record Patience(Duration sends, Duration backOff, Duration poll) {
  static final Patience STANDARD =
      new Patience(
          Duration.ofMillis(ClientSettings.DELIVERY_TIMEOUT_MILLIS).plusSeconds(5),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));
}
