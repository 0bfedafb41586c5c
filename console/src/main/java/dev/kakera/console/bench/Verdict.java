package dev.kakera.console.bench;

import dev.kakera.console.output.Units;
import dev.kakera.core.erasure.Geometry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What follows from the figures; a pure function of what it is given.
 *
 * @param slowest the stage that carries the least of a backup, each with the bytes that go through
 *     it for a byte backed up; empty when nothing was measured
 * @param whole what a backup with everything on this machine would run at, in bytes per second;
 *     empty unless all stages were measured
 * @param coding what the work of home and encoders alone would run at on all cores, without broker
 *     and disks; empty unless all of its stages were measured
 */
public record Verdict(
    Optional<Stage> slowest, OptionalDouble whole, OptionalDouble coding, List<Warning> warnings) {
  /** Below this share of the last figure it is no longer chance. */
  private static final double LAST_SHARE_LEAST = 0.5;

  /** What each further core must add, at least, to the compute-bound stages. */
  private static final double CORE_SHARE_LEAST = 0.6;

  public Verdict {
    warnings = List.copyOf(warnings);
  }

  /**
   * @param copyRate what one core copies, in bytes per second
   */
  public static Verdict of(
      List<StageFigure> figures, Geometry geometry, MachineFacts facts, double copyRate) {
    Map<Stage, Double> carries = new EnumMap<>(Stage.class);
    for (StageFigure figure : figures) {
      figure
          .most()
          .ifPresent(rate -> carries.put(figure.stage(), rate / figure.stage().passes(geometry)));
    }
    Optional<Stage> slowest =
        carries.entrySet().stream()
            .min(Comparator.comparingDouble(Map.Entry::getValue))
            .map(Map.Entry::getKey);
    return new Verdict(
        slowest, whole(carries), coding(carries), warnings(figures, geometry, facts, copyRate));
  }

  /** Cores are shared by all that computes, the broker included; disks work beside them. */
  private static OptionalDouble whole(Map<Stage, Double> carries) {
    if (carries.size() < Stage.values().length) {
      return OptionalDouble.empty();
    }
    double cores = together(carries, Stage.Kind.CPU, Stage.Kind.BROKER);
    return OptionalDouble.of(
        Math.min(cores, Math.min(carries.get(Stage.READ), carries.get(Stage.STORE))));
  }

  private static OptionalDouble coding(Map<Stage, Double> carries) {
    for (Stage stage : Stage.values()) {
      if (stage.kind() == Stage.Kind.CPU && !carries.containsKey(stage)) {
        return OptionalDouble.empty();
      }
    }
    return OptionalDouble.of(together(carries, Stage.Kind.CPU));
  }

  private static double together(Map<Stage, Double> carries, Stage.Kind... kinds) {
    double secondsPerByte = 0;
    for (Map.Entry<Stage, Double> stage : carries.entrySet()) {
      if (List.of(kinds).contains(stage.getKey().kind())) {
        secondsPerByte += 1 / stage.getValue();
      }
    }
    return 1 / secondsPerByte;
  }

  private static List<Warning> warnings(
      List<StageFigure> figures, Geometry geometry, MachineFacts facts, double copyRate) {
    List<Warning> warnings = new ArrayList<>();
    addJava(warnings, facts);
    addKernel(warnings, facts);
    addSlow(warnings, figures, geometry, facts, copyRate);
    if (!facts.isInterpreted()) {
      addSlowerThanLast(warnings, figures);
    }
    addCores(warnings, figures, facts);
    return warnings;
  }

  private static void addJava(List<Warning> warnings, MachineFacts facts) {
    if (facts.isInterpreted()) {
      warnings.add(
          new Warning(
              Warning.Id.INTERPRETED,
              "Java interprets and compiles nothing (-Xint): everything runs at a hundredth of its"
                  + " speed. Take -Xint out of KAKERA_JAVA_OPTS and JAVA_TOOL_OPTIONS."));
    } else if (!facts.hasOptimiser()) {
      warnings.add(
          new Warning(
              Warning.Id.NO_OPTIMISER,
              "Java's optimising compiler is off (TieredStopAtLevel below 4): hash, cipher and coder"
                  + " run far below their speed. Take that option out of KAKERA_JAVA_OPTS and"
                  + " JAVA_TOOL_OPTIONS."));
    }
    if (!facts.nativeCipher() && facts.canVector() && !facts.canCipher()) {
      warnings.add(
          new Warning(
              Warning.Id.CIPHER_NOT_NATIVE,
              "the cipher is Java's own, a fifth as fast on this CPU as the system's. It is %s."
                  .formatted(facts.cipherReason())));
    }
    for (String flag : facts.intrinsicsOff().stream().sorted().toList()) {
      if (facts.nativeCipher() && !flag.contains("SHA")) {
        continue; // it concerns Java's own cipher, which is not in use
      }
      warnings.add(
          new Warning(
              Warning.Id.INTRINSIC_OFF,
              "Java's fast path for %s is off (-XX:-%s): it runs at a fifth of its speed or less. Take that option out of KAKERA_JAVA_OPTS and JAVA_TOOL_OPTIONS."
                  .formatted(flag.contains("SHA") ? "the hash" : "the cipher", flag)));
    }
  }

  private static void addKernel(List<Warning> warnings, MachineFacts facts) {
    if (facts.runsVectorKernel() || !facts.canVector() || facts.isInterpreted()) {
      return;
    }
    if (facts.forcedKernel().isPresent()) {
      warnings.add(
          new Warning(
              Warning.Id.KERNEL_FORCED,
              "the erasure coder runs on the %s kernel, because KAKERA_KERNEL=%s says so; this CPU has faster ones. Unset KAKERA_KERNEL."
                  .formatted(facts.kernel(), facts.forcedKernel().get())));
    } else if (!facts.hasVectorModule()) {
      warnings.add(
          new Warning(
              Warning.Id.VECTOR_MODULE_MISSING,
              "the erasure coder runs on the %s kernel, because this Java brings no module jdk.incubator.vector. Use a whole JDK 25: set KAKERA_JAVA_HOME to one."
                  .formatted(facts.kernel())));
    } else {
      warnings.add(
          new Warning(
              Warning.Id.KERNEL_NOT_VECTOR,
              "the erasure coder runs on the %s kernel though this CPU has vectors. Why: %s. Start Kakera by its own launcher, which lets the vector kernels in."
                  .formatted(facts.kernel(), facts.kernelReason())));
    }
  }

  /** Two sentences at most: on stages whose reason is known by now, and on the others. */
  private static void addSlow(
      List<Warning> warnings,
      List<StageFigure> figures,
      Geometry geometry,
      MachineFacts facts,
      double copyRate) {
    List<String> explained = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    for (StageFigure figure : figures) {
      double least = Expectation.leastShare(figure.stage(), geometry, facts) * copyRate;
      if (figure.one().isPresent() && figure.one().getAsDouble() < least) {
        boolean known = warnings.stream().anyMatch(each -> explains(each, figure.stage()));
        (known ? explained : unexplained)
            .add(
                "%s (%s, at least %s expected)"
                    .formatted(
                        figure.stage().label(),
                        Units.rate(figure.one().getAsDouble()),
                        Units.rate(least)));
      }
    }
    String below = "far below what one core should give that copies " + Units.rate(copyRate) + ": ";
    if (!explained.isEmpty()) {
      warnings.add(
          new Warning(
              Warning.Id.STAGE_SLOW,
              below + String.join(", ", explained) + ". The reason is above."));
    }
    if (!unexplained.isEmpty()) {
      warnings.add(
          new Warning(
              Warning.Id.STAGE_SLOW,
              below
                  + String.join(", ", unexplained)
                  + ". Look for other work on this machine or a CPU limit, then measure again."));
    }
  }

  private static boolean explains(Warning warning, Stage stage) {
    return switch (warning.id()) {
      case INTERPRETED, NO_OPTIMISER -> true;
      case KERNEL_FORCED, VECTOR_MODULE_MISSING, KERNEL_NOT_VECTOR ->
          stage == Stage.ENCODE || stage == Stage.DECODE;
      case CIPHER_NOT_NATIVE -> stage == Stage.SEAL || stage == Stage.OPEN;
      case INTRINSIC_OFF ->
          warning.text().contains("the hash")
              ? stage == Stage.HASH
              : stage == Stage.SEAL || stage == Stage.OPEN;
      case STAGE_SLOW, SLOWER_THAN_LAST, ONE_CORE, CORES_BUSY -> false;
    };
  }

  private static void addSlowerThanLast(List<Warning> warnings, List<StageFigure> figures) {
    String slower =
        figures.stream()
            .filter(
                figure ->
                    figure.one().isPresent()
                        && figure.last().isPresent()
                        && figure.one().getAsDouble()
                            < LAST_SHARE_LEAST * figure.last().getAsDouble())
            .map(figure -> figure.stage().label())
            .collect(Collectors.joining(", "));
    if (!slower.isEmpty()) {
      warnings.add(
          new Warning(
              Warning.Id.SLOWER_THAN_LAST,
              "less than half of last time: %s. Other work on this machine, or something has changed; measure again when it is quiet."
                  .formatted(slower)));
    }
  }

  private static void addCores(
      List<Warning> warnings, List<StageFigure> figures, MachineFacts facts) {
    if (facts.cores() == 1) {
      warnings.add(
          new Warning(
              Warning.Id.ONE_CORE,
              "there is one core: reading, coding and the broker take turns on it. If the machine has more, raise the container's CPU limit."));
      return;
    }
    // Nothing but the cores limits these two.
    List<StageFigure> bound =
        figures.stream()
            .filter(figure -> figure.stage() == Stage.HASH || figure.stage() == Stage.SEAL)
            .filter(figure -> figure.all().isPresent() && figure.one().isPresent())
            .toList();
    double wanted = 1 + CORE_SHARE_LEAST * (Math.min(facts.cores(), 2) - 1);
    if (!bound.isEmpty()
        && bound.stream()
            .allMatch(figure -> figure.all().getAsDouble() < wanted * figure.one().getAsDouble())) {
      warnings.add(
          new Warning(
              Warning.Id.CORES_BUSY,
              "%d cores together do hardly more than one: the others are busy, or a CPU limit cuts them. Measure again when the machine is quiet; raise the limit if there is one."
                  .formatted(facts.cores())));
    }
  }
}
