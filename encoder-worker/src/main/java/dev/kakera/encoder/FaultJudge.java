package dev.kakera.encoder;

import dev.kakera.core.group.Fault;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Judges what a Kafka client reported, by its causes too. */
final class FaultJudge {
  private FaultJudge() {}

  static Fault faultOf(Throwable failure) {
    Fault worst = Fault.TRANSIENT;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 8; depth++) {
      Fault judged = judge(cause);
      worst = judged.compareTo(worst) > 0 ? judged : worst;
      cause = cause.getCause();
    }
    return worst;
  }

  private static Fault judge(Throwable cause) {
    return switch (cause) {
      case AuthenticationException _,
          AuthorizationException _,
          ProducerFencedException _,
          FencedInstanceIdException _,
          UnsupportedVersionException _ ->
          Fault.FATAL;
      case RecordTooLargeException _,
          RecordBatchTooLargeException _,
          InvalidTopicException _,
          SerializationException _ ->
          Fault.POISON;
      default -> Fault.TRANSIENT;
    };
  }
}
