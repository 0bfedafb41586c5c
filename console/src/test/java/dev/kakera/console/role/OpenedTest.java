package dev.kakera.console.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenedTest {
  private final List<String> closed = new ArrayList<>();
  private final Opened opened = new Opened();
  private final Exception reason = new IOException("the last part cannot be opened");

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }

  @Test
  void closesTheLastFirst() {
    opened.add(part("broker"));
    opened.add(part("store"));

    opened.closeBecause(reason);

    assertThat(closed).containsExactly("store", "broker");
  }

  @Test
  void leavesOutWhatAnotherTookOver() {
    AutoCloseable catalog = opened.add(part("catalog"));
    opened.add(part("broker"));
    opened.release(catalog);

    opened.closeBecause(reason);

    assertThat(closed).containsExactly("broker");
  }

  @Test
  void waitsForWhatIsStillStartingAndClosesItToo() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    var _ =
        opened.start(
            "slow",
            () -> {
              assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
              return part("slow");
            });
    opened.add(
        () -> {
          closed.add("quick");
          gate.countDown();
        });

    opened.closeBecause(reason);

    assertThat(closed).containsExactly("quick", "slow");
  }

  @Test
  void goesOnWhenAPartCannotBeClosedAndAddsWhy() {
    opened.add(part("broker"));
    opened.add(
        () -> {
          throw new IOException("stuck");
        });
    var _ =
        opened.start(
            "failed",
            () -> {
              throw new IOException("never opened");
            });

    opened.closeBecause(reason);

    assertThat(closed).containsExactly("broker");
    assertThat(reason.getSuppressed()).hasSize(1);
    assertThat(reason.getSuppressed()[0]).hasMessage("stuck");
  }

  @Test
  void closesInOrderAlsoWhenItsThreadWasInterrupted() {
    var _ = opened.start("started", () -> part("started"));
    Thread.currentThread().interrupt();

    opened.closeBecause(reason);

    assertThat(Thread.interrupted()).as("the interrupt is not lost").isTrue();
    assertThat(closed).containsExactly("started");
  }
}
