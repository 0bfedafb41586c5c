package dev.kakera.console.failure;

import dev.kakera.broker.BrokerException;
import dev.kakera.broker.PortTakenException;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.posix.PosixException;
import dev.kakera.producer.ledger.CatalogException;
import dev.kakera.producer.publish.PipelineStalledException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.apache.kafka.common.KafkaException;

/** Gives every exception that may end a command its id. */
public final class Failures {
  private Failures() {}

  public static CommandFailure of(Throwable failure) {
    return switch (failure) {
      case CommandFailure known -> known;
      case CatalogException catalog ->
          new CommandFailure(
              switch (catalog.kind()) {
                case DAMAGED -> MessageId.CATALOG_DAMAGED;
                case NEWER -> MessageId.CATALOG_NEWER;
                case NO_SPACE -> MessageId.NO_SPACE;
                case FAILED -> MessageId.FAILED;
              },
              catalog.getMessage(),
              catalog);
      case PipelineStalledException stalled ->
          new CommandFailure(MessageId.PIPELINE_STALLED, stalled.getMessage(), stalled);
      case RecoveryWords.WrongWordsException words ->
          new CommandFailure(MessageId.WORDS_WRONG, words.getMessage(), words);
      case PortTakenException port ->
          new CommandFailure(MessageId.PORT_TAKEN, port.getMessage(), port);
      case BrokerException broker ->
          new CommandFailure(MessageId.BROKER_UNREACHABLE, broker.getMessage(), broker);
      case KafkaException kafka ->
          new CommandFailure(
              MessageId.BROKER_UNREACHABLE,
              "the broker: " + kafka.getMessage() + ". Is it running? See: kakera status",
              kafka);
      case NoSuchFileException missing ->
          new CommandFailure(MessageId.FAILED, missing.getMessage() + " is not there", missing);
      case AccessDeniedException denied ->
          new CommandFailure(
              MessageId.FAILED, denied.getMessage() + ": this user may not use it", denied);
      case PosixException posix -> new CommandFailure(MessageId.FAILED, posix.getMessage(), posix);
      case IOException io
          when io.getMessage() != null && io.getMessage().contains("No space left") ->
          new CommandFailure(
              MessageId.NO_SPACE,
              io.getMessage() + "; make room and run the same command again",
              io);
      default ->
          new CommandFailure(
              MessageId.FAILED,
              failure.getMessage() == null ? failure.toString() : failure.getMessage(),
              failure);
    };
  }
}
