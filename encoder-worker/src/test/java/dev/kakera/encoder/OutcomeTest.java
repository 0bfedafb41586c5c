package dev.kakera.encoder;

import static dev.kakera.core.group.Fault.FATAL;
import static dev.kakera.core.group.Fault.POISON;
import static dev.kakera.core.group.Fault.TRANSIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.group.Fault;
import dev.kakera.core.group.Outcome;
import dev.kakera.core.group.Outcome.Verdict;
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
    return IntStream.rangeClosed(1, 5).mapToObj(attempt -> outcome.verdict(attempt, 5)).toList();
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
    assertThat(FaultJudge.faultOf(new TimeoutException("t"))).isEqualTo(TRANSIENT);
    assertThat(FaultJudge.faultOf(new IllegalStateException("closed"))).isEqualTo(TRANSIENT);
    assertThat(FaultJudge.faultOf(new RecordTooLargeException("r"))).isEqualTo(POISON);
    assertThat(FaultJudge.faultOf(new TopicAuthorizationException("a"))).isEqualTo(FATAL);
    assertThat(FaultJudge.faultOf(new SaslAuthenticationException("s"))).isEqualTo(FATAL);
    assertThat(
            FaultJudge.faultOf(
                new KafkaException("in error state", new ProducerFencedException("p"))))
        .isEqualTo(FATAL);
  }
}
