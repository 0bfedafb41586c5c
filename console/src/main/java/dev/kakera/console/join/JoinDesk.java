package dev.kakera.console.join;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The home's open invitations, and who has asked with them. It lives in memory alone: no secret of
 * a code is on a disk, and a code is void when the home starts again. Thread-safe.
 */
public final class JoinDesk {
  /** How long a code is good. */
  public static final Duration VALIDITY = Duration.ofMinutes(15);

  /** How long one that asked may wait to be accepted. */
  public static final Duration PATIENCE = Duration.ofHours(1);

  /** After so many wrong proofs a code is void. */
  static final int TRIES = 5;

  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final String authority;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Invitation> invitations = new LinkedHashMap<>();

  /**
   * @param authority the fingerprint of the home's
   */
  public JoinDesk(String authority, InstantSource clock) {
    this.authority = authority;
    this.clock = clock;
  }

  private static final class Invitation {
    private final String peer;
    private final JoinCode code;
    private final Instant ends;
    private int tries = TRIES;
    private Optional<JoinRequest> asked = Optional.empty();
    private Instant askedAt = Instant.EPOCH;
    private Optional<JoinAnswer> answer = Optional.empty();

    private Invitation(String peer, JoinCode code, Instant ends) {
      this.peer = peer;
      this.code = code;
      this.ends = ends;
    }
  }

  /**
   * What was handed out.
   *
   * @param text the code
   */
  public record Invited(String peer, String text, Instant ends) {
    @Override
    public String toString() {
      return "Invited[" + peer + "]";
    }
  }

  /**
   * One that asked and is not accepted yet.
   *
   * @param comparison six digits, which the peer shows too
   */
  public record Asking(String peer, String comparison, Instant since) {}

  /** Makes a code; an earlier one for the same name that nobody has used is void. */
  public synchronized Invited invite(String peer, HostPort home) {
    Topics.requirePeer(peer);
    forget();
    invitations.values().removeIf(old -> old.peer.equals(peer) && old.asked.isEmpty());
    JoinCode code = JoinCode.create(home, authority, random);
    Instant ends = clock.instant().plus(VALIDITY);
    invitations.put(code.id(), new Invitation(peer, code, ends));
    return new Invited(peer, code.text(), ends);
  }

  /**
   * The name that a code is for.
   *
   * @throws CommandFailure when the code is not good, saying why
   */
  synchronized String peerOf(String id) {
    Invitation invitation = find(id);
    if (invitation.asked.isPresent()) {
      throw used(invitation);
    }
    requireFresh(invitation);
    return invitation.peer;
  }

  /**
   * Asks to be accepted, or whether it was: the same request may be made again and again.
   *
   * @param channel of the connection
   * @return empty until it is accepted
   * @throws CommandFailure when the code is not good, or was used for another request
   */
  synchronized Optional<JoinAnswer> ask(JoinRequest request, Bytes channel, Bytes proof) {
    Invitation invitation = find(request.id());
    if (invitation.asked.isEmpty()) {
      requireFresh(invitation);
    }
    if (invitation.tries <= 0) {
      throw new CommandFailure(
          MessageId.JOIN_REFUSED,
          "this code is void after %d wrong proofs. On the home: kakera peer invite --name %s"
              .formatted(TRIES, invitation.peer));
    }
    Bytes right = invitation.code.mac(request.proven(channel));
    if (!MessageDigest.isEqual(right.toBytes(), proof.toBytes())) {
      invitation.tries--;
      throw new CommandFailure(
          MessageId.JOIN_REFUSED, "the proof of the code is wrong; copy the code again");
    }
    if (invitation.asked.isEmpty()) {
      invitation.asked = Optional.of(request);
      invitation.askedAt = clock.instant();
    } else if (!invitation.asked.get().equals(request)) {
      throw used(invitation);
    }
    if (invitation.answer.isEmpty()) {
      requireWaiting(invitation);
    }
    return invitation.answer;
  }

  /** Who waits to be accepted. */
  public synchronized List<Asking> asking() {
    forget();
    List<Asking> asking = new ArrayList<>();
    for (Invitation invitation : invitations.values()) {
      if (invitation.asked.isPresent()
          && invitation.answer.isEmpty()
          && !isPast(invitation.askedAt.plus(PATIENCE))) {
        asking.add(
            new Asking(
                invitation.peer, invitation.asked.get().comparison(authority), invitation.askedAt));
      }
    }
    return asking;
  }

  /** Makes the answer to a request. */
  @FunctionalInterface
  interface Acceptance {
    JoinAnswer accept(JoinRequest request) throws IOException, InterruptedException;
  }

  /**
   * Accepts the one that shows these digits.
   *
   * @throws CommandFailure when nobody of that name waits, or it shows others
   */
  synchronized void accept(Asking chosen, Acceptance acceptance)
      throws IOException, InterruptedException {
    for (Invitation invitation : invitations.values()) {
      if (invitation.peer.equals(chosen.peer())
          && invitation.answer.isEmpty()
          && invitation.asked.isPresent()
          && invitation.asked.get().comparison(authority).equals(chosen.comparison())) {
        requireWaiting(invitation);
        invitation.answer = Optional.of(acceptance.accept(invitation.asked.get()));
        return;
      }
    }
    throw new CommandFailure(
        MessageId.PEER_UNKNOWN,
        "%s waits no longer; see: kakera peer list".formatted(chosen.peer()));
  }

  private Invitation find(String id) {
    forget();
    Invitation invitation = invitations.get(id);
    if (invitation == null) {
      throw new CommandFailure(
          MessageId.JOIN_CODE_UNKNOWN,
          "this home knows no such code: another was made after it, or the home was started again since. On the home: kakera peer invite");
    }
    return invitation;
  }

  private CommandFailure used(Invitation invitation) {
    return new CommandFailure(
        MessageId.JOIN_CODE_USED,
        "this code was used at %s, and a code is good once. On the home: kakera peer list shows by whom; if that was not this machine, do not accept it. For another code: kakera peer invite --name %s"
            .formatted(invitation.askedAt.truncatedTo(ChronoUnit.SECONDS), invitation.peer));
  }

  private void requireFresh(Invitation invitation) {
    if (isPast(invitation.ends)) {
      throw new CommandFailure(
          MessageId.JOIN_CODE_EXPIRED,
          "this code ended at %s, %d minutes after it was made. On the home: kakera peer invite --name %s"
              .formatted(
                  invitation.ends.truncatedTo(ChronoUnit.SECONDS),
                  VALIDITY.toMinutes(),
                  invitation.peer));
    }
  }

  private void requireWaiting(Invitation invitation) {
    if (isPast(invitation.askedAt.plus(PATIENCE))) {
      throw new CommandFailure(
          MessageId.JOIN_CODE_EXPIRED,
          "%s was not accepted within %d minutes. On the home: kakera peer invite --name %s"
              .formatted(invitation.peer, PATIENCE.toMinutes(), invitation.peer));
    }
  }

  private boolean isPast(Instant end) {
    return clock.instant().isAfter(end);
  }

  private void forget() {
    invitations.values().removeIf(old -> isPast(old.ends.plus(REMEMBERED)));
  }
}
