package dev.kakera.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardGroupTest {
  private static final List<Integer> SIX = List.of(0, 1, 2, 3, 4, 5);

  private static ShardGroup.Failure failure(Fault fault, String message) {
    return new ShardGroup.Failure("shard", fault, new IllegalStateException(message));
  }

  @Test
  @DisplayName("I-09: a group in which a send failed ends only after all its sends have ended")
  void endsAfterItsLastSend() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Integer> order = new ArrayList<>(SIX);
      Collections.shuffle(order, random);
      int failing = random.nextInt(6);
      ShardGroup group = ShardGroup.announcing(SIX).announced();
      for (int each : order) {
        assertThat(group.outcome()).as("seed %d", seed).isEmpty();
        group =
            each == failing
                ? group.failed(each, failure(Fault.TRANSIENT, "x"))
                : group.landed(each);
        group = group.landed(each); // said twice
      }
      assertThat(group.outcome()).get().isInstanceOf(Outcome.Failed.class);
    }
  }

  @Test
  void landsWhenAllHaveLanded() {
    ShardGroup group = ShardGroup.announcing(List.of(2, 4)).announced().landed(4);
    assertThat(group.waitingFor()).isEqualTo("1 shards");
    assertThat(group.landed(2).outcome()).contains(new Outcome.Landed());
    assertThat(ShardGroup.announcing(List.of()).announced().outcome())
        .contains(new Outcome.Landed());
  }

  @Test
  @DisplayName("I-21: no shard counts before the stripe record is acknowledged")
  void waitsForItsStripeRecord() {
    ShardGroup group = ShardGroup.announcing(SIX);
    assertThat(group.landed(1)).isEqualTo(group);
    assertThat(group.failed(1, failure(Fault.FATAL, "x"))).isEqualTo(group);
    assertThat(group.announcementFailed(failure(Fault.FATAL, "no")).outcome())
        .get()
        .extracting(outcome -> outcome.verdict(5, 5))
        .isEqualTo(Outcome.Verdict.RELEASE);
  }

  @Test
  void keepsTheGravestFaultAndTheFirstCause() {
    ShardGroup.Failure first = failure(Fault.TRANSIENT, "first");
    ShardGroup group =
        ShardGroup.announcing(List.of(0, 1))
            .announced()
            .failed(1, first)
            .failed(0, failure(Fault.POISON, "second"));
    Outcome.Failed failed = (Outcome.Failed) group.outcome().orElseThrow();
    assertThat(failed.fault()).isEqualTo(Fault.POISON);
    assertThat(failed.cause()).isSameAs(first.cause());
    assertThat(failed.reason()).contains("first").contains("second");
  }

  @Test
  void staysEnded() {
    ShardGroup ended = ShardGroup.announcing(SIX).giveUp(new Outcome.Stopped());
    assertThat(ended.announced().landed(1).giveUp(new Outcome.Landed())).isEqualTo(ended);
  }
}
