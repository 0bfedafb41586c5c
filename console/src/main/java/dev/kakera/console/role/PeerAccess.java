package dev.kakera.console.role;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.schemas.PeerRights;
import dev.kakera.schemas.Topics;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.SecurityDisabledException;

/** Gives peers elsewhere their rights at the broker. */
final class PeerAccess {
  private static final long CALL_SECONDS = 30;

  private PeerAccess() {}

  static void give(Admin admin, Topics topics, String peer) throws InterruptedException {
    await(admin.createAcls(PeerRights.of(topics, peer)).all(), peer);
  }

  private static void await(KafkaFuture<?> call, String peer) throws InterruptedException {
    try {
      call.get(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SecurityDisabledException) {
        throw new CommandFailure(
            MessageId.PREREQUISITE_MISSING,
            "the broker has no listener for peers elsewhere. Start it with one: kakera broker --peers HOST:PORT",
            e);
      }
      throw new CommandFailure(
          MessageId.BROKER_UNREACHABLE,
          "the broker did not change the rights of %s: %s. See: kakera doctor"
              .formatted(peer, e.getCause().getMessage()),
          e);
    } catch (TimeoutException e) {
      throw new CommandFailure(
          MessageId.BROKER_UNREACHABLE,
          "the broker did not answer within %d s for the rights of %s. See: kakera doctor"
              .formatted(CALL_SECONDS, peer),
          e);
    }
  }
}
