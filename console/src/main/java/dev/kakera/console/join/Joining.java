package dev.kakera.console.join;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.peer.CertificateRefusedException;
import dev.kakera.console.peer.HomeAuthority;
import dev.kakera.console.peer.PeerKey;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.StoreDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes a store a peer of the home that gave a code: looks whether it can be, makes the keys, asks,
 * waits to be accepted, and keeps what it is told.
 *
 * @param store the store's directory, made when it is not there
 * @param quotaBytes most bytes of sealed objects; 0 for no quota
 */
public record Joining(Path store, long quotaBytes, InstantSource clock) {
  private static final long ASK_AGAIN_MILLIS = 1000;

  /**
   * Joins.
   *
   * @param shown told the peer's name and the six digits to compare, once it has asked
   * @throws CommandFailure saying what stands against it, and on which side it is mended
   */
  public Membership run(JoinCode code, Shown shown) throws IOException, InterruptedException {
    JoinClient client = new JoinClient(code, clock);
    String peer = client.look();
    PeerKey key = PeerKey.generate();
    Bytes storeKey;
    try (StoreDirectory directory = StoreDirectory.openOrCreate(store, peer)) {
      storeKey = directory.publicKey();
    } catch (IOException e) {
      throw new CommandFailure(
          MessageId.STORE_UNUSABLE,
          "%s cannot be the store of %s: %s".formatted(store, peer, e.getMessage()),
          e);
    }
    JoinRequest request =
        new JoinRequest(code.id(), Bytes.takeOwnershipOf(key.request(peer)), storeKey);
    Optional<JoinAnswer> answer = client.ask(request);
    shown.asked(peer, request.comparison(HomeAuthority.fingerprint(client.authority())));
    long started = System.nanoTime();
    while (answer.isEmpty()) {
      if (System.nanoTime() - started > JoinDesk.PATIENCE.toNanos()) {
        throw new CommandFailure(
            MessageId.DEADLINE_PASSED,
            "%s was not accepted within %d minutes. On the home: kakera peer invite --name %s"
                .formatted(peer, JoinDesk.PATIENCE.toMinutes(), peer));
      }
      TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
      answer = askAgain(client, request);
    }
    return keep(answer.get(), key, client);
  }

  /** A home that is busy accepting, or out of reach for a moment, is asked again. */
  private static Optional<JoinAnswer> askAgain(JoinClient client, JoinRequest request) {
    try {
      return client.ask(request);
    } catch (CommandFailure e) {
      if (e.id() == MessageId.HOME_UNREACHABLE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Told once the home has been asked. */
  @FunctionalInterface
  public interface Shown {
    void asked(String peer, String comparison);
  }

  private Membership keep(JoinAnswer answer, PeerKey key, JoinClient client) throws IOException {
    try {
      key.keep(
          Membership.tls(store),
          HomeAuthority.read(answer.certificate().toBytes()),
          client.authority());
    } catch (CertificateRefusedException e) {
      throw new CommandFailure(MessageId.JOIN_REFUSED, e.getMessage(), e);
    }
    Membership membership =
        new Membership(answer.peer(), answer.broker(), answer.home(), quotaBytes);
    membership.write(store);
    return membership;
  }
}
