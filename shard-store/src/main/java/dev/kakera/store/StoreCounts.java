package dev.kakera.store;

import dev.kakera.store.object.Rejection;
import java.util.Map;

/**
 * What a store has done since it started.
 *
 * @param storedObjects new on disk
 * @param storedBytes of those
 * @param repeated puts answered with the receipt they got before
 * @param refusedNoSpace puts there was no room for
 * @param superseded puts that a newer delete outdated
 * @param rejected orders not followed, by reason
 * @param answeredRequests requests answered
 * @param expiredRequests requests nobody waited for any more
 */
public record StoreCounts(
    long storedObjects,
    long storedBytes,
    long repeated,
    long refusedNoSpace,
    long superseded,
    Map<Rejection, Long> rejected,
    long answeredRequests,
    long expiredRequests) {
  public StoreCounts {
    rejected = Map.copyOf(rejected);
  }
}
