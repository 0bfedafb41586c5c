package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.kernel.AdaptiveKernel.AdaptiveMultiplier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernels here take a clock of ours forward by what they cost, so nothing depends on speed. */
class AdaptiveKernelTest {
  private static final byte[][] ROWS = {{1, 1, 1, 1}, {2, 3, 4, 5}};
  private static final int PLAIN_COST = 1000;

  private final List<KernelTrial> trials = new ArrayList<>();
  private final List<Integer> pauses = new ArrayList<>();
  private long nanos;
  private int opened;

  @Test
  void staysPlainUntilSoMuchIsDoneThatATrialPays() {
    AdaptiveKernel kernel = kernel(costing("fast", 100));
    Kernel.Multiplier multiplier = kernel.prepare(ROWS);
    byte[][] inputs = new byte[4][1 << 20];
    for (int call = 0; call < 15; call++) {
      multiplier.multiply(inputs, 0, new byte[2][1 << 20], 0, 1 << 20);
    }
    assertThat(trials).isEmpty();
    assertThat(opened).isZero();

    multiplier.multiply(inputs, 0, new byte[2][1 << 20], 0, 1 << 20);
    multiplier.multiply(inputs, 0, new byte[2][1 << 20], 0, 1 << 20);
    assertThat(trials).hasSize(1);
    assertThat(opened).as("the module is not loaded on the caller's thread").isZero();
    assertThat(kernel.reason())
        .isEqualTo(
            "kernel plain: agrees with kernel table; vectors are tried after the first 64 MiB");
  }

  @Test
  void switchesAfterThreeWinsInARow() {
    Costing slowAtFirst = costing("fast", 5000, 5000, 100, 100, 5000, 100, 100, 100);
    AdaptiveKernel kernel = kernel(slowAtFirst);
    AdaptiveMultiplier multiplier = used(kernel);
    KernelTrial.Verdict verdict = run(trials.getFirst());

    assertThat(verdict)
        .isEqualTo(
            new KernelTrial.Verdict(
                true,
                false,
                "kernel fast: equal to kernel plain and 10.0 times as fast on 4 x 2, one a sum"));
    assertThat(pauses).as("rounds before the last").hasSize(7);
    assertThat(multiplier.current()).contains(slowAtFirst);
    assertThat(kernel.name()).isEqualTo("fast");
    assertThat(kernel.reason()).isEqualTo(verdict.words());
  }

  @Test
  void triesEachMatrixByItself() {
    AdaptiveKernel kernel = kernel(costing("fast", 100));
    used(kernel);
    run(trials.getFirst());
    AdaptiveMultiplier other = used(kernel);

    assertThat(other.current()).isEmpty();
    assertThat(trials).hasSize(2);
  }

  @Test
  void keepsThePlainKernelWhereNothingIsFaster() {
    Costing slow = costing("slow", 900);
    AdaptiveKernel kernel = kernel(slow);
    AdaptiveMultiplier multiplier = used(kernel);
    KernelTrial.Verdict verdict = run(trials.getFirst());

    assertThat(verdict.switched()).isFalse();
    assertThat(verdict.faulty()).isFalse();
    assertThat(verdict.words())
        .isEqualTo("kernel plain: kernel slow was not faster than kernel plain here");
    assertThat(multiplier.current()).isEmpty();
    assertThat(kernel.candidates("any")).isEmpty();
  }

  @Test
  void asksNoMoreWhereOneShapeWasNotFaster() {
    AdaptiveKernel kernel = kernel(costing("fast", 100, 100, 100, 900));
    used(kernel);
    assertThat(run(trials.getFirst()).switched()).isTrue();
    used(kernel);
    assertThat(run(trials.getLast()).switched()).isFalse();
    long before = nanos;
    used(kernel);
    assertThat(run(trials.getLast()).switched()).isFalse();
    assertThat(nanos - before).as("without a comparison").isZero();
    assertThat(kernel.name()).isEqualTo("fast");
  }

  @Test
  void takesTheNextCandidateWhereTheFirstIsSlow() {
    Costing fast = costing("fast", 100);
    AdaptiveKernel kernel = kernel(costing("slow", 900), fast);
    AdaptiveMultiplier multiplier = used(kernel);

    assertThat(run(trials.getFirst()).switched()).isTrue();
    assertThat(multiplier.current()).contains(fast);
  }

  @Test
  void goesBackEverywhereWhenAKernelGivesOneWrongByte() {
    Costing turning = costing("turning", 100);
    AdaptiveKernel kernel = kernel(turning);
    AdaptiveMultiplier first = used(kernel);
    assertThat(run(trials.getFirst()).switched()).isTrue();
    turning.wrong = true;
    used(kernel);
    KernelTrial.Verdict verdict = run(trials.getLast());

    assertThat(verdict.switched()).isFalse();
    assertThat(verdict.faulty()).isTrue();
    assertThat(verdict.words())
        .startsWith("kernel plain: kernel turning gave other bytes than kernel plain");
    assertThat(kernel.hadFault()).isTrue();
    byte[][] outputs = new byte[2][64];
    byte[][] inputs = SelfCheck.filled(4, 64, 1);
    byte[][] expected = new byte[2][64];
    new TableKernel().prepare(ROWS).multiply(inputs, 0, expected, 0, 64);
    first.multiply(inputs, 0, outputs, 0, 64);
    assertThat(Arrays.deepEquals(outputs, expected)).isTrue();
  }

  @Test
  void survivesACandidateThatBreaks() {
    Costing broken = costing("broken", 100);
    broken.failure = new NoClassDefFoundError("jdk/incubator/vector/Vector");
    AdaptiveKernel kernel = kernel(broken);
    used(kernel);

    assertThat(run(trials.getFirst()).words())
        .contains("kernel broken broke in its trial")
        .contains("NoClassDefFoundError");
  }

  @Test
  void saysWhyThereAreNoVectors() {
    AdaptiveKernel kernel =
        new AdaptiveKernel(
            costing("plain", PLAIN_COST),
            () -> {
              throw new VectorModule.UnavailableException("this JVM has none", null);
            },
            trials::add,
            AdaptiveKernel.TRIAL_AFTER_BYTES);
    used(kernel);

    assertThat(run(trials.getFirst()))
        .isEqualTo(new KernelTrial.Verdict(false, false, "kernel plain: this JVM has none"));
  }

  @Test
  void triesWhatWasAskedForAtOnce() {
    Costing fast = costing("fast", 100);
    AdaptiveKernel kernel = kernel(0, fast);
    AdaptiveMultiplier multiplier = (AdaptiveMultiplier) kernel.prepare(ROWS);
    multiplier.multiply(new byte[4][64], 0, new byte[2][64], 0, 64);
    assertThat(multiplier.current()).as("plain at first").isEmpty();

    assertThat(run(trials.getFirst()).switched()).isTrue();
    assertThat(multiplier.current()).contains(fast);
  }

  /** The compiler may leave one class with slow code; the next is the same loops once more. */
  @Test
  void takesAnotherInstanceOnTheShapeOnWhichOneWasSlow() {
    Costing first = costing("first", 100, 100, 100, 900);
    Costing second = costing("second", 100);
    AdaptiveKernel kernel = kernel(first, second);
    used(kernel);
    assertThat(run(trials.getFirst()).switched()).isTrue();
    AdaptiveMultiplier other = used(kernel);

    assertThat(run(trials.getLast()).switched()).isTrue();
    assertThat(other.current()).contains(second);
  }

  private AdaptiveKernel kernel(Costing... candidates) {
    return kernel(AdaptiveKernel.TRIAL_AFTER_BYTES, candidates);
  }

  private AdaptiveKernel kernel(long afterBytes, Costing... candidates) {
    return new AdaptiveKernel(
        costing("plain", PLAIN_COST),
        () -> {
          opened++;
          return List.of(candidates);
        },
        trials::add,
        afterBytes);
  }

  private Costing costing(String name, int... costs) {
    return new Costing(name, costs);
  }

  /** A multiplier that has done enough to be tried. */
  private AdaptiveMultiplier used(AdaptiveKernel kernel) {
    AdaptiveMultiplier multiplier = (AdaptiveMultiplier) kernel.prepare(ROWS);
    int before = trials.size();
    byte[][] inputs = new byte[4][1 << 20];
    while (trials.size() == before) {
      multiplier.multiply(inputs, 0, new byte[2][1 << 20], 0, 1 << 20);
    }
    return multiplier;
  }

  private KernelTrial.Verdict run(KernelTrial trial) {
    return trial.run(() -> nanos, () -> pauses.add(pauses.size()));
  }

  /**
   * Right unless told otherwise; each timed call costs the next of its costs, the last for good.
   */
  private final class Costing implements Kernel {
    private final String name;
    private final int[] costs;
    private int timedCalls;
    private boolean wrong;
    private Error failure;

    Costing(String name, int... costs) {
      this.name = name;
      this.costs = costs;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Multiplier prepare(byte[][] rows) {
      Multiplier right = new LongKernel().prepare(rows);
      return (inputs, inputOffset, outputs, outputOffset, length) -> {
        if (failure != null) {
          throw failure;
        }
        right.multiply(inputs, inputOffset, outputs, outputOffset, length);
        if (length == 8 * 1024) {
          nanos += costs[Math.min(timedCalls, costs.length - 1)] * 1000L;
          timedCalls++;
        }
        if (wrong) {
          outputs[1][outputOffset + length - 1] ^= 1;
        }
      };
    }
  }
}
