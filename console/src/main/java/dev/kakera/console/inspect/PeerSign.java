package dev.kakera.console.inspect;

import dev.kakera.schemas.record.HeartbeatRecord;
import java.util.HashMap;
import java.util.Map;

/**
 * The last sign of life of a peer's store. Nothing in it is signed: for people only.
 *
 * @param timeMillis when the broker took it
 * @param clockMillis what the peer's own clock said
 * @param freeBytes what it can still take
 * @param usedBytes of sealed objects
 */
public record PeerSign(
    String peer,
    long timeMillis,
    long clockMillis,
    long freeBytes,
    long usedBytes,
    String version) {
  private static final int RECORDS_MAX = 1000;

  /** By peer; those that were never heard of are not in it. */
  public static Map<String, PeerSign> of(BrokerLook look) throws InterruptedException {
    Map<String, PeerSign> signs = new HashMap<>();
    for (SeenRecord seen :
        TopicTail.of(look, new TopicTail.Wanted(look.topics().peers(), -RECORDS_MAX, "", true))) {
      if (seen.control().isPresent() && seen.control().get() instanceof HeartbeatRecord beat) {
        String peer = Printable.text(beat.getPeer());
        signs.put(
            peer,
            new PeerSign(
                peer,
                seen.timeMillis(),
                beat.getTimeMillis(),
                beat.getFreeBytes(),
                beat.getUsedBytes(),
                Printable.text(beat.getVersion())));
      }
    }
    return signs;
  }
}
