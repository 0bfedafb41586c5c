package dev.kakera.console.bench;

import dev.kakera.console.output.Units;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A report for people. */
public final class BenchTable {
  private static final String ROW = "%-15s %14s %14s %14s  %s";

  private BenchTable() {}

  public static void print(BenchReport report, PrintStream out) {
    lines(report).forEach(out::println);
  }

  static List<String> lines(BenchReport report) {
    List<String> lines = new ArrayList<>();
    MachineFacts facts = report.facts();
    lines.add(
        "%d MiB through each stage, geometry %s, Java %s, %s, %s"
            .formatted(
                report.sizeBytes() >> 20,
                report.geometry(),
                facts.java(),
                facts.cpu(),
                facts.cores() == 1 ? "1 core" : facts.cores() + " cores"));
    lines.add("erasure coder: %s".formatted(facts.kernelReason()));
    lines.add("cipher: %s".formatted(facts.cipherReason()));
    lines.add(row("STAGE", "NOW", "ALL CORES", "LAST TIME", "NOTE"));
    for (StageFigure figure : report.figures()) {
      boolean slowest = report.verdict().slowest().stream().anyMatch(figure.stage()::equals);
      lines.add(
          row(
              figure.stage().label(),
              rate(figure.one()),
              rate(figure.all()),
              rate(figure.last()),
              slowest
                  ? figure.note().isEmpty() ? "<-- slowest" : figure.note() + "  <-- slowest"
                  : figure.note()));
    }
    addVerdict(lines, report);
    for (Warning warning : report.verdict().warnings()) {
      lines.add("! %s [%s]".formatted(warning.text(), warning.id()));
    }
    return lines;
  }

  private static void addVerdict(List<String> lines, BenchReport report) {
    Verdict verdict = report.verdict();
    if (verdict.whole().isPresent()) {
      lines.add(
          "With everything on this machine a backup will run at about %s; slowest: %s."
              .formatted(
                  Units.rate(verdict.whole().getAsDouble()),
                  slowest(verdict.slowest().orElseThrow(), report)));
    } else if (verdict.slowest().isPresent()) {
      lines.add(
          "Slowest of what was measured: %s. What the whole would run at takes all stages."
              .formatted(verdict.slowest().get().label()));
    }
    if (verdict.whole().isPresent() && verdict.coding().isPresent()) {
      double coding = verdict.coding().getAsDouble();
      double times = coding / verdict.whole().getAsDouble();
      lines.add(
          times >= 2
              ? "Cutting, hashing, coding and sealing alone would run at %s, %sx faster: more encoders change nothing."
                  .formatted(Units.rate(coding), number(Math.floor(times)))
              : "Cutting, hashing, coding and sealing alone would run at %s: they are a large part of it."
                  .formatted(Units.rate(coding)));
    }
  }

  /** Says why a stage of a high rate may be the slowest. */
  private static String slowest(Stage stage, BenchReport report) {
    double passes = stage.passes(report.geometry());
    return passes == 1
        ? stage.label()
        : "%s, where %s bytes pass for each byte backed up"
            .formatted(stage.label(), number(passes));
  }

  private static String row(String stage, String now, String all, String last, String note) {
    return String.format(Locale.ROOT, ROW, stage, now, all, last, note).stripTrailing();
  }

  private static String rate(OptionalDouble bytesPerSecond) {
    return bytesPerSecond.isEmpty() ? "-" : Units.rate(bytesPerSecond.getAsDouble());
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
