package dev.kakera.console.command;

import dev.kakera.console.ProcessSettings;
import dev.kakera.console.bench.BenchJson;
import dev.kakera.console.bench.BenchReport;
import dev.kakera.console.bench.BenchRun;
import dev.kakera.console.bench.BenchTable;
import dev.kakera.console.bench.Stage;
import dev.kakera.console.bench.StageFigure;
import dev.kakera.console.data.BenchFile;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures each stage of the pipeline on this machine; needs no mesh and no keys. */
@Command(name = "bench", description = "measure each stage here, and name the slowest")
public final class BenchCommand extends KakeraCommand {
  private static final int SIZE_MAX_MIB = 64;
  private static final double SECONDS_MAX = 60;

  @Option(
      names = "--stage",
      paramLabel = "NAME",
      description =
          "only this one; may be repeated: read, cut, hash, encode, decode, seal, open, produce,"
              + " store")
  List<String> stages = List.of();

  @Option(
      names = "--size",
      paramLabel = "MIB",
      description = "MiB through each stage (default: ${DEFAULT-VALUE})")
  int sizeMib = 8;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "time for each stage (default: ${DEFAULT-VALUE})")
  double seconds = 0.5;

  /** A process of its own: in the home it would measure the home's work as well. */
  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    BenchRun.Settings settings = settings();
    DataFolder data = invocation().data();
    data.createAlone();
    ProcessSettings.logNothing();
    invocation()
        .terminal()
        .say(
            "Measuring, about %d s ..."
                .formatted(Math.round(5 + seconds * settings.stages().size())));
    BenchReport report = new BenchRun(data, settings).run();
    keep(data, report);
    if (invocation().terminal().json()) {
      invocation().terminal().out().print(BenchJson.text(report));
    } else {
      BenchTable.print(report, invocation().terminal().out());
    }
    String missing =
        report.figures().stream()
            .filter(figure -> figure.one().isEmpty())
            .map(figure -> figure.stage().label() + " (" + figure.note() + ")")
            .collect(Collectors.joining("; "));
    if (!missing.isEmpty() && !report.facts().isInterpreted()) {
      throw new CommandFailure(
          MessageId.FAILED, "some stages could not be measured: %s".formatted(missing));
    }
    return 0;
  }

  private BenchRun.Settings settings() throws IOException {
    if (sizeMib < 1 || sizeMib > SIZE_MAX_MIB) {
      throw usage("--size", Integer.toString(sizeMib), "1 to " + SIZE_MAX_MIB + " MiB");
    }
    if (!(seconds >= 0.01 && seconds <= SECONDS_MAX)) {
      throw usage("--seconds", Double.toString(seconds), "0.01 to 60");
    }
    Set<Stage> wanted = EnumSet.noneOf(Stage.class);
    for (String key : stages) {
      Stage stage = Stage.byKey(key);
      if (stage == null) {
        throw usage(
            "--stage",
            key,
            Arrays.stream(Stage.values()).map(Stage::key).collect(Collectors.joining(", ")));
      }
      wanted.add(stage);
    }
    MeshSettings mesh =
        invocation().isInitialised() ? invocation().settings() : MeshSettings.DEFAULT;
    return new BenchRun.Settings(
        mesh.geometry(),
        wanted.isEmpty() ? EnumSet.allOf(Stage.class) : wanted,
        sizeMib << 20,
        Duration.ofNanos((long) (seconds * 1e9)));
  }

  private static CommandFailure usage(String option, String got, String expected) {
    return new CommandFailure(
        MessageId.USAGE, "%s: got %s, expected %s".formatted(option, got, expected));
  }

  /** Stages that were not measured keep their last figures. */
  private static void keep(DataFolder data, BenchReport report) throws IOException {
    BenchFile file = new BenchFile(data.bench());
    Map<String, Long> figures = file.read();
    for (StageFigure figure : report.figures()) {
      figure.one().ifPresent(rate -> figures.put(figure.stage().key(), Math.round(rate)));
    }
    file.write(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), figures);
  }
}
