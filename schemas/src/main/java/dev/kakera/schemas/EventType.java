package dev.kakera.schemas;

import java.util.Optional;

/**
 * What a record is: the value of its {@code ce_type} header. The version changes when the value's
 * layout does.
 */
public enum EventType {
  /** A sealed chunk, raw. */
  CHUNK("dev.kakera.chunk.v1", false),
  /** A sealed shard, raw. */
  SHARD("dev.kakera.shard.v1", false),
  /** A whole sealed object that is not a shard (head, key bundle), raw. */
  OBJECT("dev.kakera.object.v1", false),
  STRIPE("dev.kakera.stripe.v1", true),
  RECEIPT("dev.kakera.receipt.v1", true),
  REQUEST("dev.kakera.request.v1", true),
  REPLY("dev.kakera.reply.v1", true),
  HEARTBEAT("dev.kakera.heartbeat.v1", true);

  private final String text;
  private final boolean framed;

  EventType(String text, boolean framed) {
    this.text = text;
    this.framed = framed;
  }

  /** The header's value. */
  public String text() {
    return text;
  }

  /** Whether the value is a control record ({@link Framing}) and not a raw payload. */
  public boolean framed() {
    return framed;
  }

  /** Media type of the value, for the {@code content-type} header. */
  public String contentType() {
    return framed ? "application/avro" : "application/octet-stream";
  }

  /** The type of a header's value, if it is one of ours. */
  public static Optional<EventType> of(String text) {
    for (EventType candidate : values()) {
      if (candidate.text.equals(text)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
