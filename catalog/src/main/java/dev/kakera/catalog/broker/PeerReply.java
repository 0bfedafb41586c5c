package dev.kakera.catalog.broker;

import dev.kakera.schemas.record.ReplyRecord;

/** What came of a request to a peer. */
sealed interface PeerReply {

  /** Sealed bytes, not checked. */
  final class Payload implements PeerReply {
    private final byte[] sealed;

    Payload(byte[] sealed) {
      this.sealed = sealed;
    }

    /** Shared, not copied. */
    byte[] sealed() {
      return sealed;
    }
  }

  /** An answer without payload. */
  record Told(ReplyRecord reply) implements PeerReply {}

  /** No answer, and why as far as it is known. */
  record Silent(String why) implements PeerReply {}
}
