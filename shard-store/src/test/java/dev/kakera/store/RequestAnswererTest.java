package dev.kakera.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordLimits;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.PutOutcome;
import dev.kakera.store.object.PutRequest;
import dev.kakera.store.object.Rejection;
import dev.kakera.store.object.StoreRules;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestAnswererTest {
  private static final String PEER = "sister";
  private static final long NOW_MILLIS = TestHome.NOW * 1_000;

  @TempDir Path temp;
  private final TestHome home = new TestHome(71);
  private final StoreCounters counters = new StoreCounters();
  private StoreDirectory directory;
  private ObjectStore store;
  private RequestAnswerer answerer;

  @BeforeEach
  void open() throws IOException {
    directory = StoreDirectory.openOrCreate(temp.resolve("store"), PEER);
    store =
        ObjectStore.open(
            directory,
            new StoreRules(
                home.ref(),
                0,
                0,
                14,
                () -> Instant.ofEpochSecond(TestHome.NOW),
                StoreStep.Listener.NONE));
    answerer =
        new RequestAnswerer(
            store,
            counters,
            StoreSettings.of("unused:1", Topics.standard(), PEER, temp, home.ref()));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    directory.close();
  }

  @Test
  void fetchesTheObjectItself() throws IOException {
    byte[] shard = home.shard(5_000);
    put(shard);
    Answer.Raw answer = (Answer.Raw) ask(Order.Kind.FETCH, TestHome.locatorOf(shard)).getFirst();
    assertThat(answer.sealed()).isEqualTo(shard);
    assertThat(answer.requestId()).isEqualTo("r1");
  }

  @Test
  @DisplayName("I-16: missing, damaged and deleted objects are said to be so")
  void saysWhatItDoesNotHave() throws IOException {
    byte[] damaged = home.shard(5_000);
    byte[] deleted = home.shard(5_000);
    put(damaged, deleted);
    String name = TestHome.locatorOf(damaged).toString();
    Path file = temp.resolve("store/shards/" + name.substring(0, 2) + "/" + name);
    byte[] bytes = damaged.clone();
    bytes[4_000] ^= 4;
    Files.write(file, bytes);
    ask(Order.Kind.DELETE, TestHome.locatorOf(deleted));

    for (Order.Kind kind : List.of(Order.Kind.FETCH, Order.Kind.AUDIT)) {
      assertThat(reply(kind, home.locator()).getOutcome()).isEqualTo(ReplyOutcome.MISSING);
      assertThat(reply(kind, TestHome.locatorOf(damaged)).getOutcome())
          .isEqualTo(ReplyOutcome.CORRUPT);
      assertThat(reply(kind, TestHome.locatorOf(deleted)).getOutcome())
          .isEqualTo(ReplyOutcome.DELETED);
    }
  }

  @Test
  void attestsWithTheReceiptOfWhatItJustChecked() throws IOException {
    byte[] shard = home.shard(5_000);
    Signed receipt = put(shard).getFirst();
    ReplyRecord reply = reply(Order.Kind.AUDIT, TestHome.locatorOf(shard));
    assertThat(reply.getOutcome()).isEqualTo(ReplyOutcome.ATTESTED);
    assertThat(reply.getBody()).isEqualTo(ByteBuffer.wrap(receipt.body().toBytes()));
    assertThat(reply.getSignature()).isEqualTo(ByteBuffer.wrap(receipt.signature().toBytes()));
  }

  @Test
  void deletesAndSaysItTwice() throws IOException {
    byte[] shard = home.shard(5_000);
    put(shard);
    List<Answer> answers = ask(Order.Kind.DELETE, TestHome.locatorOf(shard));

    Answer.Said said = (Answer.Said) answers.get(0);
    ReplyRecord reply = ((Answer.Framed) answers.get(1)).reply();
    assertThat(said.locator()).isEqualTo(TestHome.locatorOf(shard));
    assertThat(reply.getOutcome()).isEqualTo(ReplyOutcome.DELETED);
    assertThat(reply.getBody()).isEqualTo(ByteBuffer.wrap(said.receipt().body().toBytes()));
    assertThat(Receipt.decode(said.receipt().body().toBytes()).kind())
        .isEqualTo(Receipt.Kind.DELETED);
  }

  @Test
  void refusesADeleteThatANewerPutOutdated() throws IOException {
    byte[] shard = home.shard(50);
    store.ingest(List.of(home.put(directory.peerId(), shard, 100)));
    ReplyRecord reply = reply(Order.Kind.DELETE, TestHome.locatorOf(shard));
    assertThat(reply.getOutcome()).isEqualTo(ReplyOutcome.REFUSED);
    assertThat(counters.snapshot().rejected()).containsEntry(Rejection.SUPERSEDED, 1L);
  }

  @Test
  @DisplayName("I-23: the inventory is every receipt, once, by rising locator, in pages that fit")
  void listsEverything() throws IOException {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < 450; i++) {
      shards.add(home.shard(10));
    }
    List<Signed> receipts = put(shards.toArray(byte[][]::new));
    ask(Order.Kind.DELETE, TestHome.locatorOf(shards.get(7)));

    List<Answer> answers = ask(Order.Kind.INVENTORY, new Locator(dev.kakera.core.id.Digest.ZERO));

    List<Receipt> listed = new ArrayList<>();
    List<String> messages = new ArrayList<>();
    for (Answer answer : answers) {
      ReplyRecord reply = ((Answer.Framed) answer).reply();
      assertThat(reply.getOutcome()).isEqualTo(ReplyOutcome.LISTED);
      assertThat(Framing.encode(reply).length)
          .isLessThanOrEqualTo(RecordLimits.CONTROL_VALUE_MAX_BYTES);
      messages.add(reply.getMessage());
      ByteBuffer body = reply.getBody().duplicate();
      while (body.hasRemaining()) {
        byte[] receipt = new byte[Receipt.BYTES];
        byte[] signature = new byte[Signatures.SIGNATURE_BYTES];
        body.get(receipt).get(signature);
        assertThat(
                Signatures.verify(
                    directory.publicKey().toBytes(),
                    Signatures.Context.RECEIPT,
                    receipt,
                    signature))
            .isTrue();
        listed.add(Receipt.decode(receipt));
      }
    }
    assertThat(messages).containsExactly("1/3", "2/3", "3/3");
    assertThat(listed).isSortedAccordingTo(Comparator.comparing(Receipt::locator));
    receipts.remove(7);
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            receipts.stream().map(each -> Receipt.decode(each.body().toBytes())).toList());
  }

  @Test
  void listsNothingInOnePage() throws IOException {
    ReplyRecord reply = reply(Order.Kind.INVENTORY, home.locator());
    assertThat(reply.getMessage()).isEqualTo("1/1");
    assertThat(reply.getBody().remaining()).isZero();
  }

  @Test
  void leavesRequestsAloneThatNobodyWaitsFor() throws IOException {
    byte[] shard = home.shard(50);
    put(shard);
    RequestRecord late = request(Order.Kind.DELETE, TestHome.locatorOf(shard));
    late.setDeadlineMillis(NOW_MILLIS - 1);
    assertThat(answers(late)).isEmpty();
    assertThat(counters.snapshot().expiredRequests()).isEqualTo(1);
    assertThat(store.usage().storedObjects()).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNotForIt() throws IOException {
    RequestRecord otherTopic = request(Order.Kind.FETCH, home.locator());
    otherTopic.setReplyTopic("kakera.replies.brother");
    assertRefused(otherTopic, Rejection.WRONG_REPLY_TOPIC);

    RequestRecord forged = request(Order.Kind.DELETE, home.locator());
    byte[] signature = new byte[64];
    forged.getSignature().duplicate().get(signature);
    signature[9] ^= 1;
    forged.setSignature(ByteBuffer.wrap(signature));
    assertRefused(forged, Rejection.BAD_SIGNATURE);

    Signed wrongPeer = home.sign(home.order(Order.Kind.FETCH, new PeerId(1, 2), home.locator(), 9));
    assertRefused(request(wrongPeer), Rejection.WRONG_PEER);
    assertRefused(request(Order.Kind.PUT, home.locator()), Rejection.WRONG_KIND);
  }

  private void assertRefused(RequestRecord request, Rejection expected) throws IOException {
    ReplyRecord reply = ((Answer.Framed) answers(request).getFirst()).reply();
    assertThat(reply.getOutcome()).isEqualTo(ReplyOutcome.REFUSED);
    assertThat(reply.getMessage()).isNotEmpty();
    assertThat(counters.snapshot().rejected()).containsEntry(expected, 1L);
  }

  private List<Signed> put(byte[]... shards) throws IOException {
    List<PutRequest> requests = new ArrayList<>();
    for (byte[] shard : shards) {
      requests.add(home.put(directory.peerId(), shard, 1));
    }
    List<Signed> receipts = new ArrayList<>();
    for (PutOutcome outcome : store.ingest(requests)) {
      receipts.add(((PutOutcome.Stored) outcome).receipt());
    }
    return receipts;
  }

  private ReplyRecord reply(Order.Kind kind, Locator locator) throws IOException {
    return ((Answer.Framed) ask(kind, locator).getLast()).reply();
  }

  private List<Answer> ask(Order.Kind kind, Locator locator) throws IOException {
    return answers(request(kind, locator));
  }

  private List<Answer> answers(RequestRecord request) throws IOException {
    List<Answer> answers = new ArrayList<>();
    answerer.answer(request, NOW_MILLIS, answers::add);
    return answers;
  }

  private RequestRecord request(Order.Kind kind, Locator locator) {
    return request(home.sign(home.order(kind, directory.peerId(), locator, 9)));
  }

  private static RequestRecord request(Signed order) {
    return new RequestRecord(
        "r1",
        ByteBuffer.wrap(order.body().toBytes()),
        ByteBuffer.wrap(order.signature().toBytes()),
        "kakera.replies.sister",
        NOW_MILLIS + 30_000);
  }
}
