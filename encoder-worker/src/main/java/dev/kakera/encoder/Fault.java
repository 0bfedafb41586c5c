package dev.kakera.encoder;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What a failure calls for, by rising gravity. */
enum Fault {
  /** Try again later: broker or network. */
  TRANSIENT,
  /** The record itself: it fails each time. */
  POISON,
  /** The worker itself: nothing will succeed until someone changes something. */
  FATAL;

  /** Judges what a Kafka client reported, by its causes too. */
  static Fault of(Throwable failure) {
    Fault worst = TRANSIENT;
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
          FATAL;
      case RecordTooLargeException _,
          RecordBatchTooLargeException _,
          InvalidTopicException _,
          SerializationException _ ->
          POISON;
      default -> TRANSIENT;
    };
  }
}
