package dev.kakera.console.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommandFailureTest {
  private static final List<CommandFailure.Missing> ALL =
      List.of(
          new CommandFailure.Missing(MessageId.KEY_WRONG, "the keys are gone"),
          new CommandFailure.Missing(MessageId.NO_SPACE, "the disk is full"),
          new CommandFailure.Missing(MessageId.SOURCE_MISSING, "the source is gone"),
          new CommandFailure.Missing(MessageId.SOURCE_MISSING, "the other source is gone"));

  @Test
  @DisplayName("I-29: every set of what is missing is named whole, and nothing else")
  void namesAllThatIsMissingAndNothingElse() {
    for (int set = 1; set < 1 << ALL.size(); set++) {
      List<CommandFailure.Missing> missing = new ArrayList<>();
      List<String> met = new ArrayList<>();
      for (int index = 0; index < ALL.size(); index++) {
        if ((set >> index & 1) == 1) {
          missing.add(ALL.get(index));
        } else {
          met.add(ALL.get(index).message());
        }
      }
      CommandFailure failure =
          catchThrowableOfType(
              CommandFailure.class, () -> CommandFailure.throwIfAny(List.copyOf(missing)));

      missing.forEach(each -> assertThat(failure).hasMessageContaining(each.message()));
      met.forEach(each -> assertThat(failure.getMessage()).doesNotContain(each));
      assertThat(failure.id().exitCode())
          .isEqualTo(missing.stream().mapToInt(each -> each.id().exitCode()).max().orElseThrow());
    }
  }

  @Test
  void putsItsOwnIdBehindEach() {
    CommandFailure failure =
        catchThrowableOfType(CommandFailure.class, () -> CommandFailure.throwIfAny(ALL));

    assertThat(failure.getMessage().lines())
        .containsExactly(
            "the keys are gone [KEY_WRONG]",
            "kakera: the source is gone [SOURCE_MISSING]",
            "kakera: the other source is gone [SOURCE_MISSING]",
            "kakera: the disk is full");
    assertThat(failure.id()).isEqualTo(MessageId.NO_SPACE);
  }

  @Test
  void doesNothingWhenNothingIsMissing() {
    assertThatCode(() -> CommandFailure.throwIfAny(List.of())).doesNotThrowAnyException();
  }
}
