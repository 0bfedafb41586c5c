package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.object.DeleteOutcome;
import dev.kakera.store.object.ObjectCheck;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.OrderGate;
import dev.kakera.store.object.RejectedOrderException;
import dev.kakera.store.object.Rejection;
import dev.kakera.store.object.StoreFailedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store answers to a request, without topics.
 *
 * <p>An inventory is a run of replies {@code LISTED}. Each body is receipts one after the other,
 * each {@link Receipt#BYTES} of body and {@link Signatures#SIGNATURE_BYTES} of signature, by rising
 * locator over all replies. The message is {@code page/pages}, from 1; pages may grow while objects
 * come in, and the last reply is the one whose two numbers are equal.
 */
final class RequestAnswerer {
  static final int PAGE_OBJECTS = 200;

  private final ObjectStore store;
  private final StoreCounters counters;
  private final String peer;
  private final String repliesTopic;

  RequestAnswerer(ObjectStore store, StoreCounters counters, StoreSettings settings) {
    this.store = store;
    this.counters = counters;
    this.peer = settings.peer();
    this.repliesTopic = settings.topics().replies(settings.peer());
  }

  /**
   * Answers one request.
   *
   * @param nowMillis Unix time
   * @param out takes the answers in their order; none for a request that nobody waits for
   */
  void answer(RequestRecord request, long nowMillis, Consumer<Answer> out)
      throws StoreFailedException {
    if (request.getDeadlineMillis() < nowMillis) {
      counters.expired();
      return;
    }
    String requestId = request.getRequestId();
    try {
      if (!request.getReplyTopic().equals(repliesTopic)) {
        throw new RejectedOrderException(
            Rejection.WRONG_REPLY_TOPIC,
            "the answer is asked for in %s, this peer answers in %s"
                .formatted(request.getReplyTopic(), repliesTopic));
      }
      OrderGate.Checked order =
          store.gate().check(new Signed(bytes(request.getOrder()), bytes(request.getSignature())));
      follow(requestId, order, out);
      counters.answered();
    } catch (RejectedOrderException e) {
      counters.rejected("request " + requestId, e.rejection(), e.getMessage());
      out.accept(framed(requestId, ReplyOutcome.REFUSED, e.getMessage(), null));
    } catch (StoreFailedException e) {
      throw e;
    } catch (IOException e) {
      out.accept(framed(requestId, ReplyOutcome.FAILED, String.valueOf(e.getMessage()), null));
    }
  }

  private void follow(String requestId, OrderGate.Checked order, Consumer<Answer> out)
      throws IOException, RejectedOrderException {
    Locator locator = order.order().locator();
    switch (order.order().kind()) {
      case FETCH -> out.accept(fetched(requestId, store.check(locator)));
      case AUDIT -> out.accept(audited(requestId, store.check(locator)));
      case DELETE -> delete(requestId, order, out);
      case INVENTORY -> list(requestId, out);
      case PUT ->
          throw new RejectedOrderException(
              Rejection.WRONG_KIND, "a PUT comes with its object, in the shards topic");
    }
  }

  private Answer fetched(String requestId, ObjectCheck check) {
    return check instanceof ObjectCheck.Intact intact
        ? new Answer.Raw(requestId, intact.type(), intact.sealed())
        : withoutObject(requestId, check);
  }

  private Answer audited(String requestId, ObjectCheck check) {
    return check instanceof ObjectCheck.Intact intact
        ? framed(requestId, ReplyOutcome.ATTESTED, "", intact.receipt())
        : withoutObject(requestId, check);
  }

  private Answer withoutObject(String requestId, ObjectCheck check) {
    return switch (check) {
      case ObjectCheck.Intact intact -> framed(requestId, ReplyOutcome.FOUND, "", intact.receipt());
      case ObjectCheck.Missing() -> framed(requestId, ReplyOutcome.MISSING, "", null);
      case ObjectCheck.Deleted(Optional<Signed> receipt) ->
          framed(requestId, ReplyOutcome.DELETED, "", receipt.orElse(null));
      case ObjectCheck.Corrupt(String finding) ->
          framed(requestId, ReplyOutcome.CORRUPT, finding, null);
      case ObjectCheck.Unreadable(String problem) ->
          framed(requestId, ReplyOutcome.FAILED, problem, null);
    };
  }

  private void delete(String requestId, OrderGate.Checked order, Consumer<Answer> out)
      throws StoreFailedException, RejectedOrderException {
    switch (store.delete(order)) {
      case DeleteOutcome.Deleted(Signed receipt) -> {
        out.accept(new Answer.Said(order.order().locator(), receipt));
        out.accept(framed(requestId, ReplyOutcome.DELETED, "", receipt));
      }
      case DeleteOutcome.Superseded(String message) ->
          throw new RejectedOrderException(Rejection.SUPERSEDED, message);
    }
  }

  private void list(String requestId, Consumer<Answer> out) throws IOException {
    long expected = Math.ceilDiv(store.usage().storedObjects(), PAGE_OBJECTS);
    List<JournalEntry> page = store.inventory(null, PAGE_OBJECTS);
    for (long number = 1; ; number++) {
      List<JournalEntry> next =
          page.size() < PAGE_OBJECTS
              ? List.of()
              : store.inventory(page.getLast().locator(), PAGE_OBJECTS);
      long pages = next.isEmpty() ? number : Math.max(expected, number + 1);
      out.accept(listed(requestId, number + "/" + pages, page));
      if (next.isEmpty()) {
        return;
      }
      page = next;
    }
  }

  private Answer listed(String requestId, String message, List<JournalEntry> page) {
    ByteWriter body = new ByteWriter(page.size() * (Receipt.BYTES + Signatures.SIGNATURE_BYTES));
    for (JournalEntry entry : page) {
      Signed receipt = entry.receipt().orElseThrow();
      body.raw(receipt.body().toBytes()).raw(receipt.signature().toBytes());
    }
    return new Answer.Framed(
        new ReplyRecord(
            requestId, peer, ReplyOutcome.LISTED, message, ByteBuffer.wrap(body.toBytes()), null));
  }

  private Answer framed(
      String requestId, ReplyOutcome outcome, String message, @Nullable Signed receipt) {
    return new Answer.Framed(
        new ReplyRecord(
            requestId,
            peer,
            outcome,
            message,
            receipt == null ? null : ByteBuffer.wrap(receipt.body().toBytes()),
            receipt == null ? null : ByteBuffer.wrap(receipt.signature().toBytes())));
  }

  private static Bytes bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return Bytes.takeOwnershipOf(copy);
  }
}
