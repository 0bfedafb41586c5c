package dev.kakera.catalog.shards;

import dev.kakera.core.id.Locator;
import java.util.Set;

/**
 * What is asked of a {@link ShardSource}.
 *
 * @param sizeBytes of the sealed object; nothing longer is read
 * @param tried places that gave something else than the shard and are not asked again
 */
public record ShardRequest(Locator locator, int sizeBytes, Set<String> tried) {
  public ShardRequest {
    tried = Set.copyOf(tried);
  }
}
