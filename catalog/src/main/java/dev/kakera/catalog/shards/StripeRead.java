package dev.kakera.catalog.shards;

import dev.kakera.core.id.Locator;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.StripeDecoder;
import dev.kakera.core.wire.MalformedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One chunk on its way: asks for k shards, data shards first since those need no decoding, and for
 * another as soon as one is missing, damaged or late. The first k good ones win. Answers come on
 * the source's threads; opening and decoding happen on the decoding threads.
 */
final class StripeRead {
  private enum State {
    IDLE,
    ASKED,
    GOOD,
    BAD
  }

  private final ChunkRef ref;
  private final ShardSource source;
  private final DecoderPool decoders;
  private final Executor executor;
  private final AnswerTimes times;
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();

  private final int n;
  private final int k;
  private final Locator[] locators;
  private final State[] states;
  private final boolean[] late;
  private final long[] askedNanos;
  private final List<Set<String>> tried = new ArrayList<>();
  private final List<CompletableFuture<ShardAnswer>> asked = new ArrayList<>();
  private final byte[][] payloads;
  private final List<Integer> order = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private int good;
  private boolean done;

  StripeRead(
      ChunkRef ref,
      ShardSource source,
      DecoderPool decoders,
      Executor executor,
      AnswerTimes times) {
    this.ref = ref;
    this.source = source;
    this.decoders = decoders;
    this.executor = executor;
    this.times = times;
    n = ref.geometry().n();
    k = ref.geometry().k();
    locators = new Locator[n];
    states = new State[n];
    late = new boolean[n];
    askedNanos = new long[n];
    payloads = new byte[n][];
    for (int index = 0; index < n; index++) {
      states[index] = State.IDLE;
      tried.add(new HashSet<>());
      asked.add(null);
    }
  }

  ChunkRef ref() {
    return ref;
  }

  CompletableFuture<byte[]> result() {
    return result;
  }

  /** All that was found wrong so far. */
  synchronized List<Finding> findings() {
    return List.copyOf(findings);
  }

  void start() {
    try (DecoderPool.Lent lent = decoders.lend()) {
      StripeDecoder decoder = lent.at(ref.epoch()).orElse(null);
      if (decoder == null) {
        note(-1, "here", FindingKind.DAMAGED, "it needs the key of epoch " + ref.epoch());
        fail();
        return;
      }
      for (int index = 0; index < n; index++) {
        locators[index] = decoder.locator(ref, index);
      }
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int index = 0; index < n; index++) {
        if (source.isDoubtful(locators[index]) == (pass == 1)) {
          order.add(index);
        }
      }
    }
    askMore(k);
  }

  /**
   * Looks for shards that are late and asks for as many others; gives up those that are out of all
   * time. Does nothing once it is over.
   */
  void tick(long nowNanos, long deadlineNanos) {
    int replace = 0;
    boolean over;
    long lateNanos = times.lateAfterNanos();
    synchronized (this) {
      if (done) {
        return;
      }
      for (int index = 0; index < n; index++) {
        long waited = nowNanos - askedNanos[index];
        if (states[index] != State.ASKED || asked.get(index) == null || asked.get(index).isDone()) {
          continue; // nobody is waited for: it came and is in line to be opened
        }
        if (waited >= deadlineNanos) {
          String detail = "no answer within %.1f s".formatted(deadlineNanos / 1e9);
          note(index, "its place", FindingKind.UNREACHABLE, detail);
          states[index] = State.BAD;
          replace++;
        } else if (!late[index] && waited >= lateNanos) {
          late[index] = true;
          String detail = "no answer within %.1f s".formatted(lateNanos / 1e9);
          note(index, "its place", FindingKind.LATE, detail);
          replace++;
        }
      }
      over = isHopeless();
    }
    askMore(replace);
    if (over) {
      fail();
    }
  }

  /** Ends it: nobody waits any more. */
  void cancel() {
    finish();
    result.cancel(false);
  }

  private void askMore(int count) {
    for (int more = 0; more < count; more++) {
      int index = takeIdle();
      if (index < 0) {
        return;
      }
      ask(index);
    }
  }

  private synchronized int takeIdle() {
    for (int index : order) {
      if (!done && states[index] == State.IDLE) {
        states[index] = State.ASKED;
        askedNanos[index] = System.nanoTime();
        return index;
      }
    }
    return -1;
  }

  private void ask(int index) {
    CompletableFuture<ShardAnswer> answer;
    boolean unwanted;
    synchronized (this) {
      Set<String> places = tried.get(index);
      answer = fetch(new ShardRequest(locators[index], ref.sealedSize(), places));
      asked.set(index, answer);
      unwanted = done;
    }
    if (unwanted) {
      answer.cancel(false);
      return;
    }
    var _ =
        answer.whenComplete(
            (found, failure) -> {
              try {
                executor.execute(() -> answeredOrBroken(index, found, failure));
              } catch (RejectedExecutionException e) {
                cancel(); // closed meanwhile: nobody waits any more
              }
            });
  }

  /** A source that throws is one that does not answer. */
  private CompletableFuture<ShardAnswer> fetch(ShardRequest request) {
    try {
      return source.fetch(request);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Whatever goes wrong here, somebody waits for the result. */
  private void answeredOrBroken(int index, ShardAnswer answer, Throwable failure) {
    try {
      answered(index, answer, failure);
    } catch (RuntimeException | Error e) {
      breakOff(e);
      throw e;
    }
  }

  /** Ends it by a mistake of this program's or this machine's. */
  void breakOff(Throwable mistake) {
    finish();
    result.completeExceptionally(mistake);
  }

  private void answered(int index, ShardAnswer answer, Throwable failure) {
    synchronized (this) {
      asked.set(index, null); // or it would hold the sealed bytes as long as the read takes
      if (done || states[index] != State.ASKED) {
        return;
      }
      if (failure != null) {
        note(index, "its place", FindingKind.UNREACHABLE, failure.toString());
      } else {
        boolean again = !tried.get(index).isEmpty();
        if (answer instanceof ShardAnswer.Found) {
          times.add(System.nanoTime() - askedNanos[index]);
        }
        for (PlaceProblem problem : answer.problems()) {
          // That the other places do not have it is no news once a damaged one was found.
          if (!again || problem.kind() != FindingKind.MISSING) {
            note(index, problem.where(), problem.kind(), problem.detail());
          }
        }
      }
    }
    if (answer instanceof ShardAnswer.Found found) {
      open(index, found);
    } else {
      lost(index);
    }
  }

  private void open(int index, ShardAnswer.Found found) {
    byte[] payload;
    try (DecoderPool.Lent lent = decoders.lend()) {
      payload = lent.at(ref.epoch()).orElseThrow().open(ref, index, found.sealed());
    } catch (MalformedException e) {
      boolean elsewhere;
      synchronized (this) {
        note(index, found.where(), FindingKind.DAMAGED, e.getMessage());
        elsewhere = !done && tried.get(index).add(found.where());
        askedNanos[index] = System.nanoTime();
      }
      if (elsewhere) {
        ask(index);
        askMore(1);
      } else {
        lost(index);
      }
      return;
    }
    boolean enough;
    synchronized (this) {
      if (done || states[index] != State.ASKED) {
        return;
      }
      payloads[index] = payload;
      states[index] = State.GOOD;
      good++;
      enough = good == k;
      done = enough;
    }
    if (enough) {
      finish();
      decode();
    }
  }

  private void lost(int index) {
    boolean over;
    synchronized (this) {
      if (done || states[index] != State.ASKED) {
        return;
      }
      states[index] = State.BAD;
      over = isHopeless();
    }
    if (over) {
      fail();
    } else {
      askMore(1);
    }
  }

  /** Nothing is under way any more, and nothing is left to ask for. */
  private boolean isHopeless() {
    for (State state : states) {
      if (state == State.ASKED || state == State.IDLE) {
        return false;
      }
    }
    return !done;
  }

  private void decode() {
    try (DecoderPool.Lent lent = decoders.lend()) {
      byte[] plain = lent.at(ref.epoch()).orElseThrow().decode(ref, payloads);
      result.complete(plain);
    } catch (MalformedException e) {
      synchronized (this) {
        note(-1, "here", FindingKind.DAMAGED, e.getMessage());
      }
      fail();
    }
  }

  private void fail() {
    int have;
    synchronized (this) {
      done = true;
      have = good;
    }
    finish();
    result.completeExceptionally(new ChunkLostException(ref, have, findings()));
  }

  private void finish() {
    List<CompletableFuture<ShardAnswer>> open = new ArrayList<>();
    synchronized (this) {
      done = true;
      for (CompletableFuture<ShardAnswer> answer : asked) {
        if (answer != null && !answer.isDone()) {
          open.add(answer);
        }
      }
    }
    open.forEach(answer -> answer.cancel(false));
  }

  private synchronized void note(int index, String where, FindingKind kind, String detail) {
    Locator locator = index < 0 ? new Locator(ref.chunk().digest()) : locators[index];
    findings.add(new Finding(ref.chunk(), locator, index, where, kind, detail));
  }
}
