package dev.kakera.core.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One spool record on its way, as a fold: its stripe record, then all its shards, and it ends only
 * when every send has ended (I-09, I-21).
 *
 * <pre>
 * Announcing --stripe record acknowledged--> Sending --last send ended--> Ended
 *      |                                       |
 *      +--refused, or overdue------------------+--overdue--> Ended
 * </pre>
 *
 * An event that a state does not wait for leaves it as it is: late and repeated reports change
 * nothing.
 */
public sealed interface ShardGroup {

  /** The stripe record goes out; no shard may yet. */
  static ShardGroup announcing(List<Integer> indices) {
    return new Announcing(indices);
  }

  /**
   * @param what for people: the shard and its peer, or the stripe record
   */
  record Failure(String what, Fault fault, Exception cause) {
    String text() {
      return what + ": " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
  }

  /** The broker has the stripe record: from here on its shards may go out. */
  default ShardGroup announced() {
    return this;
  }

  default ShardGroup announcementFailed(Failure failure) {
    return this;
  }

  default ShardGroup landed(int index) {
    return this;
  }

  default ShardGroup failed(int index, Failure failure) {
    return this;
  }

  /** Ends it although sends are out. */
  default ShardGroup giveUp(Outcome why) {
    return new Ended(why);
  }

  /** Empty until it ended. */
  default Optional<Outcome> outcome() {
    return Optional.empty();
  }

  /** What is waited for, for people. */
  String waitingFor();

  /**
   * @param indices of the shards that are to be sent
   */
  record Announcing(List<Integer> indices) implements ShardGroup {
    public Announcing {
      indices = List.copyOf(indices);
    }

    @Override
    public ShardGroup announced() {
      return Sending.next(indices, 0, List.of());
    }

    @Override
    public ShardGroup announcementFailed(Failure failure) {
      return new Ended(new Outcome.Failed(failure.fault(), failure.text(), failure.cause()));
    }

    @Override
    public String waitingFor() {
      return "its stripe record";
    }
  }

  /**
   * @param pending indices whose send has not ended
   * @param landedCount shards that the broker has
   * @param failures of those that it has not, in the order they came
   */
  record Sending(List<Integer> pending, int landedCount, List<Failure> failures)
      implements ShardGroup {
    public Sending {
      pending = List.copyOf(pending);
      failures = List.copyOf(failures);
    }

    @Override
    public ShardGroup landed(int index) {
      return pending.contains(index) ? next(without(index), landedCount + 1, failures) : this;
    }

    @Override
    public ShardGroup failed(int index, Failure failure) {
      if (!pending.contains(index)) {
        return this;
      }
      List<Failure> more = new ArrayList<>(failures);
      more.add(failure);
      return next(without(index), landedCount, more);
    }

    @Override
    public String waitingFor() {
      return pending.size() + " shards";
    }

    private List<Integer> without(int index) {
      return pending.stream().filter(each -> each != index).toList();
    }

    private static ShardGroup next(List<Integer> pending, int landedCount, List<Failure> failures) {
      if (!pending.isEmpty()) {
        return new Sending(pending, landedCount, failures);
      }
      return new Ended(failures.isEmpty() ? new Outcome.Landed() : failed(failures));
    }

    /** The gravest decides; the first is the cause. */
    private static Outcome failed(List<Failure> failures) {
      Fault worst = Fault.TRANSIENT;
      List<String> texts = new ArrayList<>();
      for (Failure failure : failures) {
        worst = failure.fault().compareTo(worst) > 0 ? failure.fault() : worst;
        texts.add(failure.text());
      }
      return new Outcome.Failed(worst, String.join("; ", texts), failures.getFirst().cause());
    }
  }

  /** Nothing is waited for any more. */
  record Ended(Outcome how) implements ShardGroup {
    @Override
    public ShardGroup giveUp(Outcome why) {
      return this;
    }

    @Override
    public Optional<Outcome> outcome() {
      return Optional.of(how);
    }

    @Override
    public String waitingFor() {
      return "nothing";
    }
  }
}
