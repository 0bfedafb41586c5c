package dev.kakera.catalog.broker;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.record.ReplyRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the pages of one inventory, each of them receipts one after the other, numbered {@code
 * page/pages} in their message. The same list may begin anew when it was asked for again. Called by
 * one thread.
 */
final class InventoryPages implements Predicate<ReplyRecord> {
  private static final int LINE_BYTES = Receipt.BYTES + Signatures.SIGNATURE_BYTES;
  private static final Pattern NUMBERS = Pattern.compile("([1-9][0-9]{0,9})/([1-9][0-9]{0,9})");

  private final PeerKey peer;
  private final RepoId repo;
  private final BrokerInventory.ReceiptConsumer consumer;
  private long lastPage;
  private long receipts;
  private long refused;
  private String failure;

  InventoryPages(PeerKey peer, RepoId repo, BrokerInventory.ReceiptConsumer consumer) {
    this.peer = peer;
    this.repo = repo;
    this.consumer = consumer;
  }

  long receipts() {
    return receipts;
  }

  long refused() {
    return refused;
  }

  /** Null when the list is whole. */
  String failure() {
    return failure;
  }

  /** Whether it was the last page. */
  @Override
  public boolean test(ReplyRecord reply) {
    Matcher numbers = NUMBERS.matcher(reply.getMessage());
    if (!numbers.matches() || reply.getBody() == null) {
      failure = "it gave a page that is not numbered, or empty";
      return true;
    }
    long page = Long.parseLong(numbers.group(1));
    long pages = Long.parseLong(numbers.group(2));
    if (page == 1) {
      receipts = 0;
      refused = 0;
    } else if (page != lastPage + 1) {
      failure = "page %d came after page %d".formatted(page, lastPage);
      return true;
    }
    lastPage = page;
    read(reply.getBody());
    return page >= pages;
  }

  private void read(ByteBuffer body) {
    byte[] bytes = new byte[body.remaining()];
    body.duplicate().get(bytes);
    if (bytes.length % LINE_BYTES != 0) {
      refused++;
    }
    for (int at = 0; at + LINE_BYTES <= bytes.length; at += LINE_BYTES) {
      Signed signed =
          new Signed(
              Bytes.takeOwnershipOf(Arrays.copyOfRange(bytes, at, at + Receipt.BYTES)),
              Bytes.takeOwnershipOf(
                  Arrays.copyOfRange(bytes, at + Receipt.BYTES, at + LINE_BYTES)));
      try {
        byte[] verified = signed.verified(peer.publicKey().toBytes(), Signatures.Context.RECEIPT);
        Receipt receipt = Receipt.decode(verified);
        if (receipt.repo().equals(repo) && receipt.peer().equals(peer.peer().id())) {
          receipts++;
          consumer.accept(receipt, signed);
        } else {
          refused++;
        }
      } catch (MalformedException e) {
        refused++;
      }
    }
  }
}
