package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KernelsTest {
  private final Kernel reference = new TableKernel();

  @Test
  void runsThePlainKernelWhereNothingWasDecided() {
    assertThat(Kernels.chosen()).isInstanceOf(LongKernel.class).isSameAs(Kernels.chosen());
    assertThat(Kernels.reason()).isEqualTo("kernel long: agrees with kernel table");
    assertThat(Kernels.fellBack()).isFalse();
  }

  /** So that a run without vectors is never taken for one with them. */
  @Test
  void hasVectorsExactlyWhereTheBuildGivesThem() {
    boolean expected = "on".equals(System.getProperty("kakera.test.vectors"));

    assertThat(Kernels.possible()).startsWith("auto", "table", "long");
    assertThat(Kernels.possible().contains("vector128")).isEqualTo(expected);
  }

  @Test
  void startsPlainAndMayChange() {
    Kernels.Choice choice = Kernels.choose("auto", _ -> {});

    assertThat(choice.kernel()).isInstanceOf(AdaptiveKernel.class);
    assertThat(choice.kernel().name()).isEqualTo("long");
    assertThat(choice.reason())
        .isEqualTo(
            "kernel long: agrees with kernel table; vectors are tried after the first 64 MiB");
  }

  @Test
  void takesEachPossibleKernelByItsName() {
    for (String name : Kernels.possible().subList(1, Kernels.possible().size())) {
      Kernels.Choice choice = Kernels.choose(name, _ -> {});

      boolean warmsFirst = name.startsWith("vector");
      assertThat(choice.kernel().name()).isEqualTo(warmsFirst ? "long" : name);
      assertThat(choice.reason())
          .isEqualTo(
              warmsFirst
                  ? "kernel long: agrees with kernel table; vectors are tried at once"
                  : "kernel " + name + ": as asked for");
    }
  }

  @Test
  void refusesAKernelThatIsNotKnownAndListsThePossibleOnes() {
    for (String name : new String[] {"simd", "", "LONG", "vector64", "vector1024"}) {
      assertThatThrownBy(() -> Kernels.choose(name, _ -> {}))
          .isInstanceOf(KernelUnavailableException.class)
          .hasMessage(
              "kernel \"%s\" is not known; possible here: %s",
              name, String.join(", ", Kernels.possible()));
    }
  }

  @Test
  void refusesAKernelThatCannotRunHere() {
    for (String name : new String[] {"vector128", "vector256", "vector512"}) {
      if (!Kernels.possible().contains(name)) {
        assertThatThrownBy(() -> Kernels.choose(name, _ -> {}))
            .isInstanceOf(KernelUnavailableException.class)
            .hasMessageStartingWith("kernel \"" + name + "\" cannot run here")
            .hasMessageEndingWith("possible here: " + String.join(", ", Kernels.possible()));
      }
    }
  }

  @Test
  void fallsBackFromAKernelThatComputesOneWrongByteAnywhere() {
    for (int position :
        new int[] {
          0,
          LongKernel.TILE_BYTES,
          VectorKernel.TILE_BYTES - 1,
          VectorKernel.TILE_BYTES,
          SelfCheck.LENGTH - 1
        }) {
      for (int output = 0; output < 4; output++) {
        Kernels.Choice choice = Kernels.checked(new WrongAt(output, position), reference, "");

        assertThat(choice.kernel()).isSameAs(reference);
        assertThat(choice.fellBack()).isTrue();
        assertThat(choice.reason())
            .startsWith("kernel table: kernel wrong gave another output row " + output);
      }
    }
  }

  @Test
  void fallsBackFromAKernelThatCannotRun() {
    Kernels.Choice failed =
        Kernels.checked(new Failing(new IllegalStateException("no")), reference, "");
    Kernels.Choice unlinked =
        Kernels.checked(new Failing(new NoClassDefFoundError("x")), reference, "");

    assertThat(failed.kernel()).isSameAs(reference);
    assertThat(failed.reason())
        .contains("kernel failing could not run")
        .contains("IllegalStateException: no");
    assertThat(unlinked.kernel()).isSameAs(reference);
    assertThat(unlinked.reason()).contains("NoClassDefFoundError: x");
  }

  private static final class WrongAt implements Kernel {
    private final int output;
    private final int position;

    WrongAt(int output, int position) {
      this.output = output;
      this.position = position;
    }

    @Override
    public String name() {
      return "wrong";
    }

    @Override
    public Multiplier prepare(byte[][] rows) {
      Multiplier right = new TableKernel().prepare(rows);
      return (inputs, inputOffset, outputs, outputOffset, length) -> {
        right.multiply(inputs, inputOffset, outputs, outputOffset, length);
        outputs[output][outputOffset + position] ^= 1;
      };
    }
  }

  private static final class Failing implements Kernel {
    private final Throwable failure;

    Failing(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Multiplier prepare(byte[][] rows) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }
}
