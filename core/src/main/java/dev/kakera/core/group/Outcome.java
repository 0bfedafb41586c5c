package dev.kakera.core.group;

/** How the work on one spool record ended, and what is told to the broker about it. */
public sealed interface Outcome {

  /** Tries before a record that fails each time is set aside. */
  int POISON_TRIES = 3;

  /** What becomes of the record. */
  enum Verdict {
    /** Done: never delivered again. */
    ACCEPT,
    /** Delivered again, to any worker. */
    RELEASE,
    /** Not to be done: never delivered again. */
    REJECT,
    /** Copied to the dead-letter topic, then rejected. */
    PARK
  }

  /**
   * @param attempt delivery count of the record, from 1
   * @param attemptsMax after which the broker drops a released record in silence
   */
  Verdict verdict(int attempt, int attemptsMax);

  /** The broker has every shard. */
  record Landed() implements Outcome {
    @Override
    public Verdict verdict(int attempt, int attemptsMax) {
      return Verdict.ACCEPT;
    }
  }

  /** The record's key was deleted: its spool is finished or lost, and the home has seen to it. */
  record Obsolete(String reason) implements Outcome {
    @Override
    public Verdict verdict(int attempt, int attemptsMax) {
      return Verdict.REJECT;
    }
  }

  /** The worker ended before the record's work did. */
  record Stopped() implements Outcome {
    @Override
    public Verdict verdict(int attempt, int attemptsMax) {
      return Verdict.RELEASE;
    }
  }

  /**
   * @param reason for people: which shard, which peer, why
   */
  record Failed(Fault fault, String reason, Exception cause) implements Outcome {
    @Override
    public Verdict verdict(int attempt, int attemptsMax) {
      boolean last = attempt >= attemptsMax;
      return switch (fault) {
        case POISON -> attempt >= POISON_TRIES ? Verdict.PARK : Verdict.RELEASE;
        case TRANSIENT -> last ? Verdict.PARK : Verdict.RELEASE;
        case FATAL -> Verdict.RELEASE;
      };
    }
  }
}
