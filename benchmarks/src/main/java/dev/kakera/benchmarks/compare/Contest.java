package dev.kakera.benchmarks.compare;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs contestants in turns on one thread and times them by that thread's own processor time, so
 * that neither other programs nor a change of the CPU's clock favours one of them. Ratios are taken
 * within a round, and then their median.
 */
final class Contest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final List<Contestant> contestants;
  private final double[][] rates;

  private Contest(List<Contestant> contestants, int rounds) {
    this.contestants = contestants;
    rates = new double[contestants.size()][rounds];
  }

  /**
   * @param warmNanos processor time that each gets before anything counts
   * @param turnNanos processor time of each in a round
   */
  static Contest run(List<Contestant> contestants, long warmNanos, int rounds, long turnNanos) {
    Contest contest = new Contest(contestants, rounds);
    // In small portions: as interleaved as it will be, so that the compiler sees the same program.
    for (long spent = 0; spent < warmNanos; spent += turnNanos) {
      contestants.forEach(contestant -> rate(contestant, turnNanos));
    }
    for (int round = 0; round < rounds; round++) {
      for (int at = 0; at < contestants.size(); at++) {
        int index = (at + round) % contestants.size();
        contest.rates[index][round] = rate(contestants.get(index), turnNanos);
      }
    }
    return contest;
  }

  private static double rate(Contestant contestant, long nanos) {
    long started = THREADS.getCurrentThreadCpuTime();
    long bytes = 0;
    long now;
    do {
      contestant.turn().run();
      bytes += contestant.turnBytes();
      now = THREADS.getCurrentThreadCpuTime();
    } while (now - started < nanos);
    return bytes * 1e9 / (now - started);
  }

  /** Bytes per second. */
  double rate(Contestant contestant) {
    return median(rates[contestants.indexOf(contestant)].clone());
  }

  /** How many times as fast the first is. */
  double ratio(Contestant ours, Contestant peer) {
    double[] mine = rates[contestants.indexOf(ours)];
    double[] theirs = rates[contestants.indexOf(peer)];
    double[] ratios = new double[mine.length];
    for (int round = 0; round < mine.length; round++) {
      ratios[round] = mine[round] / theirs[round];
    }
    return median(ratios);
  }

  /** How near a whole comes to the sum of its parts: the parts' time for a byte by the whole's. */
  double shareOf(Contestant whole, Contestant... parts) {
    double[] all = rates[contestants.indexOf(whole)];
    double[] shares = new double[all.length];
    for (int round = 0; round < all.length; round++) {
      double secondsPerByte = 0;
      for (Contestant part : parts) {
        secondsPerByte += 1 / rates[contestants.indexOf(part)][round];
      }
      shares[round] = secondsPerByte * all[round];
    }
    return median(shares);
  }

  static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  static double median(List<Double> values) {
    return median(new ArrayList<>(values).stream().mapToDouble(Double::doubleValue).toArray());
  }
}
