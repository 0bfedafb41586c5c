package dev.kakera.console.inspect;

import dev.kakera.console.inspect.SeenRecord.Field;
import dev.kakera.console.output.Times;
import dev.kakera.console.output.Units;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** The fields of control records, with what is signed in them opened up. */
final class ControlFields {
  private ControlFields() {}

  static List<Field> of(SpecificRecord control) {
    return switch (control) {
      case StripeRecord stripe -> stripe(stripe);
      case ReceiptRecord receipt -> receipt(receipt);
      case RequestRecord request -> request(request);
      case ReplyRecord reply -> reply(reply);
      case HeartbeatRecord heartbeat -> heartbeat(heartbeat);
      case DeadLetterRecord parked ->
          List.of(new Field("reason", Printable.text(parked.getReason())));
      default ->
          throw new IllegalStateException("no control record: " + control.getClass().getName());
    };
  }

  /** The few words that tell one such record from the next. */
  static String brief(SpecificRecord control) {
    return switch (control) {
      case StripeRecord stripe ->
          "%d+%d by %s, %d shards sent"
              .formatted(
                  stripe.getK(),
                  stripe.getM(),
                  Printable.text(stripe.getWorker()),
                  stripe.getShards().stream().filter(StripeShardRecord::getSent).count());
      case ReceiptRecord receipt ->
          receiptOf(receipt)
              .map(body -> "%s, receipt %d".formatted(words(body.kind()), body.storeSequence()))
              .orElse("unreadable receipt");
      case RequestRecord request ->
          orderOf(request).map(order -> words(order.kind())).orElse("unreadable order");
      case ReplyRecord reply -> words(reply.getOutcome());
      case HeartbeatRecord heartbeat -> Units.bytes(heartbeat.getFreeBytes()) + " free";
      default -> "";
    };
  }

  /** The body of a receipt; its signature is not looked at. */
  static Optional<Receipt> receiptOf(ReceiptRecord receipt) {
    try {
      return Optional.of(Receipt.decode(bytes(receipt.getBody())));
    } catch (MalformedException e) {
      return Optional.empty();
    }
  }

  private static Optional<Order> orderOf(RequestRecord request) {
    try {
      return Optional.of(Order.decode(bytes(request.getOrder())));
    } catch (MalformedException e) {
      return Optional.empty();
    }
  }

  private static List<Field> stripe(StripeRecord stripe) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("spool id", Printable.text(stripe.getSpoolId())));
    fields.add(new Field("chunk", hex(stripe.getChunk().bytes())));
    fields.add(new Field("stripe", hex(stripe.getStripe().bytes())));
    fields.add(new Field("geometry", stripe.getK() + "+" + stripe.getM()));
    fields.add(new Field("key epoch", Integer.toString(stripe.getEpoch())));
    fields.add(
        new Field(
            "sizes",
            "%d B plain, %d B encoded, %d B a sealed shard"
                .formatted(stripe.getPlainSize(), stripe.getEncodedSize(), stripe.getShardSize())));
    fields.add(
        new Field(
            "worker",
            "%s, try %d".formatted(Printable.text(stripe.getWorker()), stripe.getAttempt())));
    fields.add(
        new Field(
            "took",
            "open %d µs, encode %d µs, prove %d µs, seal %d µs"
                .formatted(
                    stripe.getOpenedMicros(),
                    stripe.getEncodedMicros(),
                    stripe.getProvedMicros(),
                    stripe.getSealedMicros())));
    for (StripeShardRecord shard : stripe.getShards()) {
      fields.add(
          new Field(
              "shard " + shard.getIndex(),
              "%s at %s, %s"
                  .formatted(
                      hex(shard.getLocator().bytes()),
                      shard.getPeer().isEmpty() ? "no peer" : Printable.text(shard.getPeer()),
                      shard.getSent() ? "sent" : "not sent by this worker")));
    }
    return fields;
  }

  private static List<Field> receipt(ReceiptRecord receipt) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("peer", Printable.text(receipt.getPeer())));
    Optional<Receipt> body = receiptOf(receipt);
    if (body.isEmpty()) {
      fields.add(new Field("body", "not a receipt"));
      return fields;
    }
    fields.add(new Field("says", words(body.get().kind())));
    fields.add(new Field("locator", body.get().locator().toString()));
    fields.add(new Field("size", body.get().size() + " B"));
    fields.add(new Field("store", body.get().store().toString()));
    fields.add(new Field("receipt", Long.toString(body.get().storeSequence())));
    fields.add(new Field("signed", Times.text(body.get().timeMillis()) + " by the peer's clock"));
    if (body.get().kind() == Receipt.Kind.REFUSED_NO_SPACE) {
      fields.add(new Field("missing", Units.bytes(body.get().detail())));
    }
    return fields;
  }

  private static List<Field> request(RequestRecord request) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("request id", Printable.text(request.getRequestId())));
    Optional<Order> order = orderOf(request);
    fields.add(new Field("order", order.map(body -> words(body.kind())).orElse("unreadable")));
    order.ifPresent(body -> fields.add(new Field("locator", body.locator().toString())));
    fields.add(new Field("reply to", Printable.text(request.getReplyTopic())));
    fields.add(new Field("deadline", Times.text(request.getDeadlineMillis())));
    return fields;
  }

  private static List<Field> reply(ReplyRecord reply) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("request id", Printable.text(reply.getRequestId())));
    fields.add(new Field("peer", Printable.text(reply.getPeer())));
    fields.add(new Field("outcome", words(reply.getOutcome())));
    if (!reply.getMessage().isEmpty()) {
      fields.add(new Field("message", Printable.text(reply.getMessage())));
    }
    return fields;
  }

  private static List<Field> heartbeat(HeartbeatRecord heartbeat) {
    return List.of(
        new Field("peer", Printable.text(heartbeat.getPeer())),
        new Field("store", Printable.text(heartbeat.getStoreId())),
        new Field("receipts", Long.toString(heartbeat.getStoreSequence())),
        new Field("free", Units.bytes(heartbeat.getFreeBytes())),
        new Field("used", Units.bytes(heartbeat.getUsedBytes())),
        new Field("time", Times.text(heartbeat.getTimeMillis()) + " by the peer's clock"),
        new Field("version", Printable.text(heartbeat.getVersion())));
  }

  private static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
