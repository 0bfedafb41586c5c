package dev.kakera.store;

import dev.kakera.store.object.Rejection;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts for people, and says the first of each kind of rejection. Thread-safe. */
final class StoreCounters {
  private static final Logger LOG = LoggerFactory.getLogger(StoreCounters.class);

  private final Map<Rejection, Long> rejected = new EnumMap<>(Rejection.class);
  private long storedObjects;
  private long storedBytes;
  private long repeated;
  private long refusedNoSpace;
  private long superseded;
  private long answeredRequests;
  private long expiredRequests;

  synchronized void stored(long bytes) {
    storedObjects++;
    storedBytes += bytes;
  }

  synchronized void repeated() {
    repeated++;
  }

  synchronized void superseded() {
    superseded++;
  }

  synchronized void answered() {
    answeredRequests++;
  }

  synchronized void expired() {
    expiredRequests++;
  }

  synchronized void refusedNoSpace(String what, long missingBytes) {
    if (refusedNoSpace++ == 0) {
      LOG.warn(
          "no room for {}: {} more bytes are needed within quota and reserve; free some, or raise the quota",
          what,
          missingBytes);
    }
  }

  synchronized void rejected(String what, Rejection rejection, String message) {
    if (rejected.merge(rejection, 1L, Long::sum) == 1) {
      LOG.warn("{} rejected ({}): {}; further ones are only counted", what, rejection, message);
    }
  }

  synchronized StoreCounts snapshot() {
    return new StoreCounts(
        storedObjects,
        storedBytes,
        repeated,
        refusedNoSpace,
        superseded,
        rejected,
        answeredRequests,
        expiredRequests);
  }
}
