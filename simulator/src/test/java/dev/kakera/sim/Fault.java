package dev.kakera.sim;

import dev.kakera.producer.backup.SimHome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * One thing that goes wrong, explicitly: so a failing seed can be shrunk to those that matter and
 * kept as text, one line each: {@code second kind target amount}.
 *
 * @param second of virtual time since the start
 * @param target number of the store or encoder
 * @param amount seconds, calls or days, by kind
 */
public record Fault(long second, Kind kind, int target, long amount) {

  /** What can go wrong. */
  public enum Kind {
    /** A store's process ends at its nth call to its disk or bus. */
    KILL_STORE,
    /** A store's power fails at its nth call to the disk. */
    CUT_STORE_POWER,
    KILL_ENCODER,
    KILL_HOME,
    /** At the nth of {@link dev.kakera.producer.backup.SimHome#CRASH_POINTS}. */
    KILL_HOME_AT,
    /** For so many seconds. */
    SLEEP_STORE,
    /** For so many days. */
    SLEEP_STORE_DAYS,
    /** What it sends does not arrive. */
    CUT_TO_BROKER,
    /** What it is told does not arrive. */
    CUT_FROM_BROKER,
    CUT_HOME_FROM_BROKER,
    CUT_ENCODER_FROM_BROKER,
    STOP_BROKER,
    CUT_BROKER_POWER,
    WIPE_BROKER,
    FILL_BROKER,
    /** A record of every so many is there twice. */
    REPEAT,
    /** A record that was sent long ago comes again. */
    REPLAY,
    REBALANCE,
    FILL_STORE,
    FAIL_SYNC,
    FLIP_BIT,
    REPLACE_DISK,
    ROLL_BACK_DISK,
    /** Its clock is wrong by so many hours. */
    SKEW_CLOCK
  }

  private static final long SPAN_SECONDS = 4000;

  /** Some kinds, each seed its own, and some of each; every tenth seed is calm. */
  static List<Fault> draw(SplittableRandom random, int stores) {
    List<Fault> faults = new ArrayList<>();
    if (random.nextInt(10) == 0) {
      return faults;
    }
    double share = random.nextDouble(0.1, 0.6);
    for (Kind kind : Kind.values()) {
      if (random.nextDouble() > share) {
        continue;
      }
      int count = random.nextInt(1, 4);
      for (int each = 0; each < count; each++) {
        faults.add(
            new Fault(
                random.nextLong(SPAN_SECONDS), kind, random.nextInt(stores), amount(kind, random)));
      }
    }
    faults.sort(java.util.Comparator.comparingLong(Fault::second));
    return faults;
  }

  private static long amount(Kind kind, SplittableRandom random) {
    return switch (kind) {
      case KILL_STORE, CUT_STORE_POWER, FAIL_SYNC -> random.nextLong(1, 60);
      case KILL_ENCODER -> random.nextLong(1, 60);
      case KILL_HOME -> random.nextLong(1, 120);
      case KILL_HOME_AT -> random.nextInt(SimHome.CRASH_POINTS.size());
      case SLEEP_STORE_DAYS -> random.nextLong(1, 30);
      case REPEAT -> random.nextLong(2, 20);
      case SKEW_CLOCK -> random.nextLong(-400, 400);
      default -> (long) Math.pow(10, random.nextDouble(0, 2.7));
    };
  }

  /** How a kind is written. */
  static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Fault parse(String line) {
    String[] words = line.trim().split(" ");
    return new Fault(
        Long.parseLong(words[0]),
        Kind.valueOf(words[1].toUpperCase(Locale.ROOT).replace('-', '_')),
        Integer.parseInt(words[2]),
        Long.parseLong(words[3]));
  }

  @Override
  public String toString() {
    return "%d %s %d %d".formatted(second, word(kind), target, amount);
  }
}
