package dev.kakera.catalog.broker;

import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.RequestRecord;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Asks peers and finds their answers again. Peers only ever dial out, so both ways lead through the
 * broker. Each request has a deadline, is asked again a few times under the same id, and then ends
 * as silence; the bytes that may be on their way are bounded, the rest waits in line. Thread-safe.
 */
public final class PeerRequests implements AutoCloseable {
  private static final long START_DEADLINE_SECONDS = 60;

  /** Short, since the thread that sends is the one that hears. */
  private static final int SEND_BLOCK_MILLIS = 5_000;

  /** A peer whose clock is ahead would otherwise pass over every request, and seem to be away. */
  private static final Duration CLOCK_SLACK = Duration.ofMinutes(10);

  private final BrokerAccess access;
  private final OrderSigner signer;
  private final RequestSettings settings;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ReplyReader reader;
  private final Thread readerThread;
  private final String idPrefix;

  private final Map<String, Request> sent = new HashMap<>();
  private final ArrayDeque<Request> line = new ArrayDeque<>();

  /** Since when a peer owes any answer at all; without those that owe none. */
  private final Map<String, Long> silentSinceNanos = new HashMap<>();

  private final Set<String> doubtful = new HashSet<>();
  private long sentBytes;
  private long count;
  private boolean closed;

  private PeerRequests(
      BrokerAccess access, List<PeerRef> peers, OrderSigner signer, RequestSettings settings) {
    this.access = access;
    this.signer = signer;
    this.settings = settings;
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    idPrefix = HexFormat.of().formatHex(random) + "-";
    Map<String, Object> producing =
        ClientSettings.producer(
            access.bootstrap(), "kakera-requests-" + idPrefix, ClientSettings.Role.CONTROL);
    producing.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, SEND_BLOCK_MILLIS);
    producing.putAll(access.overrides());
    producer = new KafkaProducer<>(producing);
    reader =
        new ReplyReader(
            access,
            "kakera-replies-" + idPrefix,
            peers.stream().map(PeerRef::name).toList(),
            new ReplyReader.Hearer() {
              @Override
              public void heard(String peer, String requestId, PeerReply reply) {
                PeerRequests.this.heard(peer, requestId, reply);
              }

              @Override
              public void tick() {
                PeerRequests.this.tick(System.nanoTime());
              }
            });
    readerThread = Thread.ofPlatform().daemon().name("kakera-replies").unstarted(reader);
  }

  /**
   * Connects, and waits until no reply can be missed.
   *
   * @param peers all that will ever be asked
   * @throws BrokerUnreachableException when the broker does not answer in time
   */
  public static PeerRequests start(
      BrokerAccess access, List<PeerRef> peers, OrderSigner signer, RequestSettings settings)
      throws BrokerUnreachableException, InterruptedException {
    PeerRequests requests = new PeerRequests(access, peers, signer, settings);
    requests.readerThread.start();
    try {
      requests.reader.ready().get(START_DEADLINE_SECONDS, TimeUnit.SECONDS);
      return requests;
    } catch (ExecutionException | TimeoutException e) {
      requests.close();
      Throwable why = e instanceof ExecutionException ? e.getCause() : e;
      throw new BrokerUnreachableException(access.bootstrap(), why);
    } catch (InterruptedException e) {
      requests.close();
      throw e;
    }
  }

  /** Asks one peer. Cancelling the future gives its place to the next in line. */
  CompletableFuture<PeerReply> ask(Request.Ask ask) {
    Request request;
    synchronized (this) {
      request = new Request(idPrefix + count++, ask);
      if (closed) {
        request.reply.complete(new PeerReply.Silent("no longer asked: closed"));
        return request.reply;
      }
      line.add(request);
    }
    var _ =
        request.reply.whenComplete(
            (_, _) -> {
              forget(request);
              sendNext();
            });
    sendNext();
    return request.reply;
  }

  /** Whether a peer was asked and has answered nothing for a while. */
  synchronized boolean isDoubtful(String peer) {
    return doubtful.contains(peer);
  }

  private void sendNext() {
    while (true) {
      Request next;
      synchronized (this) {
        next = line.peek();
        boolean fits = next != null && sentBytes + next.expectedBytes <= settings.inFlightBytes();
        if (next == null || (!fits && !sent.isEmpty())) {
          return;
        }
        line.remove();
        sent.put(next.id, next);
        sentBytes += next.expectedBytes;
      }
      send(next);
    }
  }

  private void send(Request request) {
    String peer = request.peer.name();
    Signed order = signer.sign(request.kind, request.peer, request.locator);
    synchronized (this) {
      request.attempt++;
      request.sentNanos = System.nanoTime();
      silentSinceNanos.putIfAbsent(peer, request.sentNanos);
    }
    RequestRecord record =
        RequestRecord.newBuilder()
            .setRequestId(request.id)
            .setOrder(ByteBuffer.wrap(order.body().toBytes()))
            .setSignature(ByteBuffer.wrap(order.signature().toBytes()))
            .setReplyTopic(access.topics().replies(peer))
            .setDeadlineMillis(
                signer.nowMillis() + settings.deadline().plus(CLOCK_SLACK).toMillis())
            .build();
    EventHeaders headers =
        EventHeaders.builder(EventType.REQUEST).id(request.id).source("home").build();
    try {
      var _ =
          producer.send(
              new ProducerRecord<>(
                  access.topics().requests(peer),
                  null,
                  null,
                  RecordKey.encode(request.id),
                  Framing.encode(record),
                  headers.toKafka()),
              (_, failure) -> {
                if (failure != null) {
                  silent(request, "the broker did not take the request: " + failure.getMessage());
                }
              });
    } catch (KafkaException | IllegalStateException e) {
      // Elsewhere: its end sends the next in line, which may fail as well, and so on.
      var _ =
          request.reply.completeAsync(
              () -> new PeerReply.Silent("the request could not be sent: " + e.getMessage()));
    }
  }

  private static void silent(Request request, String why) {
    request.reply.complete(new PeerReply.Silent(why));
  }

  private synchronized void forget(Request request) {
    if (sent.remove(request.id) != null) {
      sentBytes -= request.expectedBytes;
    } else {
      line.remove(request);
    }
  }

  private void heard(String peer, String requestId, PeerReply reply) {
    Request request;
    synchronized (this) {
      silentSinceNanos.remove(peer);
      doubtful.remove(peer);
      request = sent.get(requestId);
    }
    // Only the peer that was asked may answer; a late answer to what is over is nobody's.
    if (request == null || !request.peer.name().equals(peer)) {
      return;
    }
    if (isMoreToCome(request, reply)) {
      synchronized (this) {
        request.sentNanos = System.nanoTime(); // it is being answered: its deadline begins anew
      }
      return;
    }
    request.reply.complete(reply);
  }

  private static boolean isMoreToCome(Request request, PeerReply reply) {
    return reply instanceof PeerReply.Told told
        && told.reply().getOutcome() == ReplyOutcome.LISTED
        && !request.pages.test(told.reply());
  }

  private void tick(long nowNanos) {
    List<Request> again = new ArrayList<>();
    List<Request> over = new ArrayList<>();
    synchronized (this) {
      for (Request request : sent.values()) {
        String peer = request.peer.name();
        if (silentNanos(peer, nowNanos) > settings.doubtAfter().toNanos()) {
          doubtful.add(peer);
        }
        if (request.attempt > 0 && nowNanos - request.sentNanos > settings.deadline().toNanos()) {
          // A peer that is silent all the time is not waited for three times for each shard.
          boolean gone =
              silentNanos(peer, nowNanos) > settings.attempts() * settings.deadline().toNanos();
          boolean last = request.attempt >= settings.attempts() || gone;
          (last ? over : again).add(request);
        }
      }
    }
    again.forEach(this::send);
    for (Request request : over) {
      silent(
          request,
          "no answer to %d requests of %.1f s each"
              .formatted(request.attempt, settings.deadline().toMillis() / 1e3));
    }
  }

  private long silentNanos(String peer, long nowNanos) {
    Long since = silentSinceNanos.get(peer);
    return since == null ? 0 : nowNanos - since;
  }

  /** Ends what waits as silence. */
  @Override
  public void close() {
    List<Request> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(sent.values());
      left.addAll(line);
    }
    reader.stop();
    left.forEach(request -> silent(request, "no longer asked: closed"));
    producer.close(Duration.ofSeconds(5));
    try {
      readerThread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
