package dev.kakera.producer.backup;

import dev.kakera.core.stripe.ChunkRef;
import java.io.IOException;

/** Gets a chunk back from the peers, for a manifest that the home no longer keeps a copy of. */
@FunctionalInterface
public interface ChunkFetcher {
  byte[] fetch(ChunkRef ref) throws IOException;
}
