package dev.kakera.console.failure;

/**
 * Stable names of what can go wrong; never translated, never reused. The number is the exit code it
 * leads to.
 */
public enum MessageId {
  FAILED(1),
  SNAPSHOT_UNKNOWN(1),
  PATH_UNKNOWN(1),
  TOPIC_UNKNOWN(1),
  RECORD_UNKNOWN(1),
  CHUNK_UNKNOWN(1),
  CATALOG_DAMAGED(1),
  CATALOG_NEWER(1),
  PIPELINE_STALLED(1),
  USAGE(2),
  SOURCE_INCOMPLETE(3),
  BELOW_REDUNDANCY(4),
  DAMAGE_FOUND(5),
  NOT_INITIALISED(10),
  LOCKED(11),
  KEY_WRONG(12),
  WORDS_WRONG(12),
  PREREQUISITE_MISSING(20),
  SOURCE_MISSING(20),
  SOURCE_UNREADABLE(20),
  TARGET_NOT_EMPTY(20),
  TARGET_UNUSABLE(20),
  WORDS_FILE_EXISTS(20),
  STORE_UNUSABLE(20),
  TOPIC_MISSING(20),
  ENCODER_MISSING(20),
  PORT_TAKEN(20),
  TOO_FEW_PEERS(21),
  BROKER_UNREACHABLE(22),
  NO_SPACE(23),
  DEADLINE_PASSED(24),
  INTERRUPTED(130);

  private final int exitCode;

  MessageId(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
