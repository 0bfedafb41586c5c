package dev.kakera.catalog.broker;

import dev.kakera.catalog.shards.FindingKind;
import dev.kakera.catalog.shards.PlaceProblem;
import dev.kakera.catalog.shards.ShardAnswer;
import dev.kakera.catalog.shards.ShardRequest;
import dev.kakera.catalog.shards.ShardSource;
import dev.kakera.core.id.Locator;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.schemas.record.ReplyRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Shards from peers. Asks the places of a shard one after the other. */
public final class BrokerShardSource implements ShardSource {
  private final PeerRequests requests;
  private final Function<Locator, List<PeerRef>> places;

  /**
   * @param requests closed with this
   * @param places where a shard is, best first; all peers when it is not known
   */
  public BrokerShardSource(PeerRequests requests, Function<Locator, List<PeerRef>> places) {
    this.requests = requests;
    this.places = places;
  }

  @Override
  public CompletableFuture<ShardAnswer> fetch(ShardRequest request) {
    List<PeerRef> left =
        places.apply(request.locator()).stream()
            .filter(peer -> !request.tried().contains(peer.name()))
            .toList();
    Search search = new Search(request, left.iterator());
    search.next();
    return search.answer;
  }

  @Override
  public boolean isDoubtful(Locator locator) {
    List<PeerRef> known = places.apply(locator);
    return !known.isEmpty() && requests.isDoubtful(known.getFirst().name());
  }

  private final class Search {
    private final ShardRequest request;
    private final Iterator<PeerRef> left;
    private final List<PlaceProblem> problems = new ArrayList<>();
    private final CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();

    private Search(ShardRequest request, Iterator<PeerRef> left) {
      this.request = request;
      this.left = left;
    }

    private void next() {
      if (answer.isDone()) {
        return;
      }
      if (!left.hasNext()) {
        answer.complete(new ShardAnswer.NotFound(problems));
        return;
      }
      PeerRef peer = left.next();
      CompletableFuture<PeerReply> asked =
          requests.ask(Request.Ask.fetch(peer, request.locator(), request.sizeBytes()));
      var _ = asked.thenAccept(reply -> heard(peer, reply));
      // Whoever no longer waits for the answer does not wait for the peer either.
      var _ =
          answer.whenComplete(
              (_, _) -> {
                if (answer.isCancelled()) {
                  asked.cancel(false);
                }
              });
    }

    private void heard(PeerRef peer, PeerReply reply) {
      switch (reply) {
        case PeerReply.Payload payload -> {
          var found = new ShardAnswer.Found(payload.sealed(), peer.name(), problems);
          answer.complete(found);
        }
        case PeerReply.Told told -> {
          problems.add(problem(peer, told.reply()));
          next();
        }
        case PeerReply.Silent silent -> {
          problems.add(new PlaceProblem(peer.name(), FindingKind.UNREACHABLE, silent.why()));
          next();
        }
      }
    }
  }

  static PlaceProblem problem(PeerRef peer, ReplyRecord reply) {
    String said =
        reply.getOutcome() + (reply.getMessage().isEmpty() ? "" : ": " + reply.getMessage());
    FindingKind kind =
        switch (reply.getOutcome()) {
          case MISSING, DELETED -> FindingKind.MISSING;
          case CORRUPT -> FindingKind.DAMAGED;
          case REFUSED, FAILED, FOUND, ATTESTED, LISTED -> FindingKind.UNREACHABLE;
        };
    return new PlaceProblem(peer.name(), kind, said);
  }

  @Override
  public void close() {
    requests.close();
  }
}
