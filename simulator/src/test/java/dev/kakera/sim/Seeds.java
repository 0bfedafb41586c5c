package dev.kakera.sim;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Many seeds, as many at a time as there are cores.
 *
 * @param violations what is wrong, by seed, each with the shortest list of faults that shows it
 * @param marks how often each rare thing was reached
 */
record Seeds(
    long first,
    int count,
    TreeMap<Long, String> violations,
    TreeMap<String, Long> marks,
    long snapshots,
    Duration simulated,
    Duration took) {
  private static final int SHRUNK_MAX = 3;

  static Seeds run(long first, int count) {
    long started = System.nanoTime();
    ConcurrentSkipListMap<Long, Simulation.Result> results = new ConcurrentSkipListMap<>();
    LongStream.range(first, first + count)
        .parallel()
        .forEach(seed -> results.put(seed, Sim.run(seed, null)));
    TreeMap<Long, String> violations = new TreeMap<>();
    TreeMap<String, Long> marks = new TreeMap<>();
    long snapshots = 0;
    Duration simulated = Duration.ZERO;
    for (Simulation.Result result : results.values()) {
      result.marks().forEach((mark, times) -> marks.merge(mark, times, Long::sum));
      snapshots += result.committed();
      simulated = simulated.plus(result.time());
      if (result.violation() != null) {
        violations.put(result.seed(), describe(result, violations.size() < SHRUNK_MAX));
      }
    }
    return new Seeds(
        first,
        count,
        violations,
        marks,
        snapshots,
        simulated,
        Duration.ofNanos(System.nanoTime() - started));
  }

  private static String describe(Simulation.Result result, boolean shrunk) {
    List<Fault> faults = result.faults().stream().map(Fault::parse).toList();
    if (shrunk) {
      faults = Sim.shrink(result.seed(), faults);
    }
    return "%s%nseed %d%n%s"
        .formatted(
            result.violation(),
            result.seed(),
            faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
  }

  String report() {
    StringBuilder report = new StringBuilder();
    report.append(
        "%d seeds from %d: %d violations, %d snapshots committed, %d hours simulated, %d marks hit, in %d s, %.1f seeds/s%n"
            .formatted(
                count,
                first,
                violations.size(),
                snapshots,
                simulated.toHours(),
                marks.size(),
                took.toSeconds(),
                count * 1e9 / took.toNanos()));
    violations.values().forEach(each -> report.append(each).append('\n'));
    marks.forEach((mark, times) -> report.append("%8d %s%n".formatted(times, mark)));
    return report.toString();
  }
}
