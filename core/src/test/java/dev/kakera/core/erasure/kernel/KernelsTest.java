package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelsTest {
  private final Kernel reference = new TableKernel();

  @Test
  void choosesTheLongKernelAndSaysWhy() {
    assertThat(Kernels.chosen()).isInstanceOf(LongKernel.class).isSameAs(Kernels.chosen());
    assertThat(Kernels.reason()).isEqualTo("kernel long: agrees with kernel table");
  }

  @Test
  void fallsBackFromAKernelThatComputesOneWrongByteAnywhere() {
    int length = LongKernel.TILE_BYTES + 67;
    for (int position :
        new int[] {0, LongKernel.TILE_BYTES - 1, LongKernel.TILE_BYTES, length - 1}) {
      for (int output = 0; output < 4; output++) {
        Kernels.Choice choice = Kernels.choose(new WrongAt(output, position), reference);

        assertThat(choice.kernel()).isSameAs(reference);
        assertThat(choice.reason())
            .startsWith("kernel table: kernel wrong gave another output row " + output);
      }
    }
  }

  @Test
  void fallsBackFromAKernelThatCannotRun() {
    Kernels.Choice failed = Kernels.choose(new Failing(new IllegalStateException("no")), reference);
    Kernels.Choice unlinked = Kernels.choose(new Failing(new NoClassDefFoundError("x")), reference);

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
