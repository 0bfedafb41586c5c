package dev.kakera.console.bench;

import dev.kakera.console.data.BenchFile;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.Failures;
import dev.kakera.core.erasure.Geometry;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** Measures each stage once. Leaves nothing behind: the caller keeps the figures. */
public final class BenchRun {
  /** As much as the cold cipher and the cold coder need to be compiled. */
  private static final Duration WARM_UP = Duration.ofMillis(2000);

  /** A broker that starts slowly is not waited for with warming up alone. */
  private static final Duration WARM_UP_MAX = Duration.ofSeconds(4);

  private static final long WARM_UP_TURN_NANOS = 50_000_000;
  private static final long YARDSTICK_NANOS = 200_000_000;

  /** Of the time for a stage that is measured on all cores as well. */
  private static final double ONE_CORE_SHARE = 0.6;

  private static final int THREADS_MAX = 32;

  private final Settings settings;
  private final DataFolder data;
  private final LongSupplier nanos = System::nanoTime;
  private final StageTimer timer;

  /**
   * What is asked for.
   *
   * @param stages to measure
   * @param sizeBytes through each stage
   * @param perStage time for each
   */
  public record Settings(Geometry geometry, Set<Stage> stages, int sizeBytes, Duration perStage) {
    public Settings {
      stages = Set.copyOf(stages);
    }
  }

  public BenchRun(DataFolder data, Settings settings) {
    this.data = data;
    this.settings = settings;
    timer = new StageTimer(nanos, settings.sizeBytes());
  }

  /** The data folder must be there; a stage that cannot be measured has its reason in its note. */
  public BenchReport run() throws IOException, InterruptedException {
    SortedMap<String, Long> last = new BenchFile(data.bench()).read();
    SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    List<StageFigure> figures = new ArrayList<>();
    double copyRate;
    try (ScratchFolder scratch = ScratchFolder.open(data.temp());
        BenchMaterial material =
            new BenchMaterial(settings.geometry(), settings.sizeBytes(), random);
        BenchBroker broker = wantsBroker() ? BenchBroker.find(data, scratch.path()) : null) {
      warmUp(material, broker);
      copyRate = CopyYardstick.measure(nanos, YARDSTICK_NANOS);
      for (Stage stage : Stage.values()) {
        if (settings.stages().contains(stage)) {
          Long before = last.get(stage.key());
          figures.add(
              figure(
                  stage,
                  before == null ? OptionalDouble.empty() : OptionalDouble.of(before),
                  () -> make(stage, material, scratch, broker)));
        }
      }
    }
    MachineFacts facts = MachineProbe.read();
    Verdict verdict = Verdict.of(figures, settings.geometry(), facts, copyRate);
    return new BenchReport(
        settings.geometry(), settings.sizeBytes(), facts, copyRate, figures, verdict);
  }

  /** A broker takes minutes to start where nothing is compiled. */
  private boolean wantsBroker() {
    return settings.stages().contains(Stage.PRODUCE) && !MachineProbe.isInterpreted();
  }

  private static BenchStage make(
      Stage stage, BenchMaterial material, ScratchFolder scratch, BenchBroker broker)
      throws IOException {
    return switch (stage) {
      case READ -> new ReadStage(material, scratch.path());
      case CUT -> new CutStage(material);
      case HASH -> new HashStage(material);
      case ENCODE -> CodeStage.encode(material);
      case DECODE -> CodeStage.decode(material);
      case SEAL -> SealStage.seal(material);
      case OPEN -> SealStage.open(material);
      case PRODUCE -> {
        if (broker == null) {
          throw new IOException("a broker takes minutes to start where Java only interprets");
        }
        yield new ProduceStage(material, broker.bootstrap(), broker.note());
      }
      case STORE -> new StoreStage(material, scratch.path());
    };
  }

  /** Turns of all that computes, while the broker starts. */
  private void warmUp(BenchMaterial material, BenchBroker broker)
      throws IOException, InterruptedException {
    if (MachineProbe.isInterpreted()) {
      return; // nothing is ever compiled
    }
    List<BenchStage> stages = new ArrayList<>();
    for (Stage stage : settings.stages()) {
      if (stage.kind() == Stage.Kind.CPU) {
        stages.add(make(stage, material, null, null));
      }
    }
    long started = nanos.getAsLong();
    long spent = 0;
    while (!stages.isEmpty()
        && (spent < warmUpNanos() || (spent < warmUpMaxNanos() && isUnderWay(broker)))) {
      for (BenchStage stage : stages) {
        timer.one(stage, WARM_UP_TURN_NANOS);
      }
      spent = nanos.getAsLong() - started;
    }
    if (broker != null) {
      awaitQuiet(broker);
    }
  }

  /** A run that is asked to be short warms up shortly as well. */
  private long warmUpNanos() {
    return Math.min(WARM_UP.toNanos(), settings.perStage().toNanos() * settings.stages().size());
  }

  private long warmUpMaxNanos() {
    return warmUpNanos() < WARM_UP.toNanos() ? 0 : WARM_UP_MAX.toNanos();
  }

  /** Whether something is still on its way that would be measured with the rest. */
  private boolean isUnderWay(BenchBroker broker) {
    boolean codes =
        settings.stages().contains(Stage.ENCODE) || settings.stages().contains(Stage.DECODE);
    return (broker != null && !broker.isReady()) || (codes && MachineProbe.awaitsVectorKernel());
  }

  /** What starts beside a measurement would be measured with it. */
  private static void awaitQuiet(BenchBroker broker) {
    try {
      broker.bootstrap();
    } catch (RuntimeException e) {
      return; // its own stage says so
    }
  }

  private StageFigure figure(Stage stage, OptionalDouble last, Callable<BenchStage> making)
      throws InterruptedException {
    long budget = settings.perStage().toNanos();
    int threads = Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors());
    boolean all = stage.scales() && threads > 1;
    try (BenchStage made = making.call()) {
      double one = timer.one(made, all ? (long) (budget * ONE_CORE_SHARE) : budget);
      OptionalDouble together =
          all
              ? OptionalDouble.of(timer.all(made, threads, (long) (budget * (1 - ONE_CORE_SHARE))))
              : OptionalDouble.empty();
      return new StageFigure(stage, OptionalDouble.of(one), together, last, made.note());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new StageFigure(
          stage,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          last,
          "not measured: " + Failures.of(e).getMessage());
    }
  }
}
