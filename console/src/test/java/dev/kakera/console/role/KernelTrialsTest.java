package dev.kakera.console.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelTrialsTest {
  @Test
  void refusesAKernelThatIsNotKnownAndListsThePossibleOnes() {
    assertThatThrownBy(() -> KernelTrials.decide(Optional.of("fastest")))
        .isInstanceOfSatisfying(
            CommandFailure.class, refusal -> assertThat(refusal.id()).isEqualTo(MessageId.USAGE))
        .hasMessageStartingWith(
            "KAKERA_KERNEL: kernel \"fastest\" is not known; possible here: auto, table, long");
  }

  @Test
  void takesAnEmptySettingForNone() {
    KernelTrials.decide(Optional.of(" "));
    KernelTrials.decide(Optional.empty());
  }
}
