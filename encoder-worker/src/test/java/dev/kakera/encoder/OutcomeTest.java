package dev.kakera.encoder;

import static dev.kakera.encoder.Fault.FATAL;
import static dev.kakera.encoder.Fault.POISON;
import static dev.kakera.encoder.Fault.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.encoder.Outcome.Verdict;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static List<Verdict> verdicts(Outcome outcome) {
    return IntStream.rangeClosed(1, 5).mapToObj(outcome::verdict).toList();
  }

  private static Outcome failed(Fault fault) {
    return new Outcome.Failed(fault, "why", new KafkaException("why"));
  }

  @Test
  void decidesByFaultAndTries() {
    Verdict back = Verdict.RELEASE;
    Verdict park = Verdict.PARK;
    assertThat(verdicts(failed(TRANSIENT))).containsExactly(back, back, back, back, park);
    assertThat(verdicts(failed(POISON))).containsExactly(back, back, park, park, park);
    assertThat(verdicts(failed(FATAL))).containsOnly(back);
    assertThat(verdicts(new Outcome.Stopped())).containsOnly(back);
    assertThat(verdicts(new Outcome.Landed())).containsOnly(Verdict.ACCEPT);
    assertThat(verdicts(new Outcome.Obsolete("gone"))).containsOnly(Verdict.REJECT);
  }

  @Test
  void judgesAFailureByItsGravestCause() {
    assertThat(Fault.of(new TimeoutException("t"))).isEqualTo(TRANSIENT);
    assertThat(Fault.of(new IllegalStateException("closed"))).isEqualTo(TRANSIENT);
    assertThat(Fault.of(new RecordTooLargeException("r"))).isEqualTo(POISON);
    assertThat(Fault.of(new TopicAuthorizationException("a"))).isEqualTo(FATAL);
    assertThat(Fault.of(new SaslAuthenticationException("s"))).isEqualTo(FATAL);
    assertThat(Fault.of(new KafkaException("in error state", new ProducerFencedException("p"))))
        .isEqualTo(FATAL);
  }
}
