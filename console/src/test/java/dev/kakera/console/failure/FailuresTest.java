package dev.kakera.console.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kakera.core.key.RecoveryWords;
import dev.kakera.posix.PosixException;
import dev.kakera.producer.ledger.CatalogException;
import dev.kakera.producer.publish.PipelineStalledException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            new CatalogException(CatalogException.Kind.DAMAGED, "damaged", null),
            MessageId.CATALOG_DAMAGED),
        Arguments.of(
            new CatalogException(CatalogException.Kind.NEWER, "newer", null),
            MessageId.CATALOG_NEWER),
        Arguments.of(
            new CatalogException(CatalogException.Kind.NO_SPACE, "full", null), MessageId.NO_SPACE),
        Arguments.of(
            new CatalogException(CatalogException.Kind.FAILED, "failed", null), MessageId.FAILED),
        Arguments.of(new PipelineStalledException("nothing moves"), MessageId.PIPELINE_STALLED),
        Arguments.of(
            catchThrowable(() -> RecoveryWords.decode("not the words")), MessageId.WORDS_WRONG),
        Arguments.of(new TimeoutException("no answer"), MessageId.BROKER_UNREACHABLE),
        Arguments.of(new NoSuchFileException("/gone"), MessageId.FAILED),
        Arguments.of(new AccessDeniedException("/closed"), MessageId.FAILED),
        Arguments.of(new PosixException("openat", "/source", 5), MessageId.FAILED),
        Arguments.of(
            new FileSystemException("/full", null, "No space left on device"), MessageId.NO_SPACE),
        Arguments.of(new IOException("something else"), MessageId.FAILED),
        Arguments.of(new IllegalStateException(), MessageId.FAILED));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void givesEachItsIdAndASentence(Throwable failure, MessageId id) {
    CommandFailure told = Failures.of(failure);

    assertThat(told.id()).isEqualTo(id);
    assertThat(told.getMessage()).isNotBlank();
    assertThat(told).hasCause(failure);
  }

  @Test
  void leavesACommandsOwnFailureAsItIs() {
    CommandFailure own = new CommandFailure(MessageId.LOCKED, "in use");

    assertThat(Failures.of(own)).isSameAs(own);
  }

  @Test
  void namesAFileThatIsNotThere() {
    assertThat(Failures.of(new NoSuchFileException("/gone"))).hasMessage("/gone is not there");
  }
}
