package dev.kakera.console.trace;

import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.store.object.Rejection;
import java.util.Arrays;
import java.util.Optional;

/** What to do about a shard that its store refused, by why it did. */
final class ParkedRemedy {
  private ParkedRemedy() {}

  /** Why the store refused it, if it said so; first in the reason, before a colon. */
  static Optional<Rejection> rejection(ParkedRecord parked) {
    String word = parked.reason().split(":", 2)[0];
    return Arrays.stream(Rejection.values()).filter(each -> each.name().equals(word)).findFirst();
  }

  /**
   * One command.
   *
   * @param backup the command that sends again what is owed
   */
  static String next(ParkedRecord parked, String backup) {
    Optional<Rejection> why = rejection(parked);
    if (why.isEmpty()) {
      return "kakera dlq retry " + parked.id();
    }
    return switch (why.get()) {
      // The very record would be refused again; a backup sends it anew, with a new order.
      case EXPIRED, SUPERSEDED, MALFORMED, MISMATCH -> backup;
      // So would a new one: home and store are at odds, and somebody has to look why.
      case BAD_SIGNATURE, WRONG_HOME, WRONG_PEER, WRONG_KIND, CONFLICT, WRONG_REPLY_TOPIC ->
          "kakera dlq show " + parked.id();
    };
  }
}
