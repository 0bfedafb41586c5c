package dev.kakera.console.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** On a clock of its own, which only the stage moves. */
final class StageTimerTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong now = new AtomicLong();

  /** Takes a second for each step of 100 bytes, the fourth excepted, which takes half of one. */
  private class ClockStage implements BenchStage {
    private int steps;
    private boolean closed;

    @Override
    public Stage stage() {
      return Stage.HASH;
    }

    @Override
    public String note() {
      return "";
    }

    @Override
    public long bytesMax() {
      return 1000;
    }

    @Override
    public Work open(int part, int parts) {
      return new Work() {
        @Override
        public void prepare() {
          now.addAndGet(7 * SECOND); // must not count
        }

        @Override
        public int step() {
          steps++;
          now.addAndGet(steps == 4 ? SECOND / 2 : SECOND);
          return 100;
        }

        @Override
        public void close() {
          closed = true;
        }
      };
    }
  }

  @Test
  void takesTheBestPassAndTimesNothingButSteps() throws Exception {
    ClockStage stage = new ClockStage();
    assertThat(new StageTimer(now::get, 100).one(stage, 100 * SECOND)).isEqualTo(200);
    assertThat(stage.closed).isTrue();
  }

  @Test
  void countsWhatIsUnderWayAtTheEndOfAPass() throws Exception {
    BenchStage stage =
        new ClockStage() {
          @Override
          public Work open(int part, int parts) {
            return new Work() {
              @Override
              public int step() {
                return 100;
              }

              @Override
              public void settle() {
                now.addAndGet(4 * SECOND);
              }
            };
          }
        };
    assertThat(new StageTimer(now::get, 100).one(stage, SECOND)).isEqualTo(25);
  }

  @Test
  void takesOneStepHoweverLongItLasts() throws Exception {
    ClockStage stage = new ClockStage();
    assertThat(new StageTimer(now::get, 1000).one(stage, 1)).isEqualTo(100);
    assertThat(stage.steps).isEqualTo(1);
  }

  @Test
  void putsNoMoreThroughThanTheStageAllows() throws Exception {
    ClockStage stage = new ClockStage();
    new StageTimer(now::get, 500).one(stage, Long.MAX_VALUE / 2);
    assertThat(stage.steps).isEqualTo(10);
  }

  @Test
  void addsUpWhatAllCoresDo() throws Exception {
    BenchStage stage =
        new ClockStage() {
          @Override
          public Work open(int part, int parts) {
            assertThat(parts).isEqualTo(1);
            return super.open(part, parts);
          }
        };
    assertThat(new StageTimer(now::get, 100).all(stage, 1, 16 * SECOND)).isEqualTo(100);
  }

  @Test
  void handsOnWhyAStageFailedOnAnotherThread() {
    BenchStage stage =
        new ClockStage() {
          @Override
          public Work open(int part, int parts) {
            return () -> {
              throw new IOException("the disk is gone");
            };
          }
        };
    assertThatThrownBy(() -> new StageTimer(now::get, 100).all(stage, 2, SECOND))
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }
}
