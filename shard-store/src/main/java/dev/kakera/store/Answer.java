package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.schemas.record.ReplyRecord;

/** Something to send because of a request. */
sealed interface Answer {

  /** A reply that is a control record. */
  record Framed(ReplyRecord reply) implements Answer {}

  /** A receipt, for the receipts topic. */
  record Said(Locator locator, Signed receipt) implements Answer {}

  /** The object that was fetched. */
  final class Raw implements Answer {
    private final String requestId;
    private final ObjectType type;
    private final byte[] sealed;

    Raw(String requestId, ObjectType type, byte[] sealed) {
      this.requestId = requestId;
      this.type = type;
      this.sealed = sealed;
    }

    String requestId() {
      return requestId;
    }

    ObjectType type() {
      return type;
    }

    byte[] sealed() {
      return sealed;
    }
  }
}
