package dev.kakera.console.trace;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.ChunkSearch;
import dev.kakera.producer.ledger.Chunks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the catalog knows of a chunk.
 *
 * @param shards that were announced
 * @param startedMillis when the session began that published it
 * @param place of the one shard that was asked for; empty when all are
 */
public record ChunkFacts(
    Chunks.Chunk chunk,
    List<ChunkSearch.Known> shards,
    OptionalLong startedMillis,
    OptionalInt place) {
  private static final Pattern ID =
      Pattern.compile("(?:[0-9]+-)?([0-9a-f]{4,64})(?:/s?([0-9]{1,3}))?");

  public ChunkFacts {
    shards = List.copyOf(shards);
  }

  /**
   * The chunk or shard that an id means: the first digits of a chunk's id or of a shard's locator,
   * behind a chunk's with {@code /s3} which shard; also a key as topics show it. Empty for what is
   * no id, or none that the catalog knows.
   *
   * @throws CommandFailure if it means more than one
   */
  public static Optional<ChunkFacts> find(CatalogView catalog, String text) {
    Matcher matcher = ID.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String digits = matcher.group(1);
    List<Chunks.Chunk> chunks = catalog.read(at -> ChunkSearch.byId(at, digits, 2));
    List<ChunkSearch.Owned> shards = catalog.read(at -> ChunkSearch.byLocator(at, digits, 2));
    if (chunks.size() + shards.size() > 1) {
      throw new CommandFailure(
          MessageId.CHUNK_UNKNOWN,
          "\"%s\" begins the name of more than one chunk or shard; type more of it"
              .formatted(digits));
    }
    if (!shards.isEmpty()) {
      ChunkSearch.Owned owned = shards.getFirst();
      return Optional.of(of(catalog, owned.chunk(), OptionalInt.of(owned.place())));
    }
    OptionalInt place =
        matcher.group(2) == null
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(matcher.group(2)));
    return chunks.stream().findFirst().map(chunk -> of(catalog, chunk, place));
  }

  public static ChunkFacts of(CatalogView catalog, Chunks.Chunk chunk, OptionalInt place) {
    return new ChunkFacts(
        chunk,
        catalog.read(at -> ChunkSearch.shards(at, chunk.row())),
        catalog.read(at -> ChunkSearch.started(at, chunk.session())),
        place);
  }

  /** Chunks that are not whole at the peers, oldest first. */
  public static List<ChunkFacts> open(CatalogView catalog, int countMax) {
    List<ChunkFacts> facts = new ArrayList<>();
    for (Chunks.Chunk chunk : catalog.read(at -> ChunkSearch.open(at, countMax))) {
      facts.add(of(catalog, chunk, OptionalInt.empty()));
    }
    return facts;
  }
}
