package dev.kakera.catalog.recover;

import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.core.erasure.Geometry;

/**
 * How many store folders there are against how many a snapshot was spread over.
 *
 * @param given folders that can be read
 */
public record Coverage(int given, Geometry geometry) {

  /** Whether some folders of the snapshot were not given. */
  public boolean isPartial() {
    return given < geometry.n();
  }

  /** What to do about a chunk that is lost, in one sentence. */
  public String advice(ChunkLostException lost) {
    int missing = lost.need() - lost.have();
    String found = "%d of %d needed shards found".formatted(lost.have(), lost.need());
    if (missing <= 0) {
      return "%s, but they do not fit together".formatted(found);
    }
    if (isPartial()) {
      return "%s; give %d more of the %d store folders (%d given)"
          .formatted(found, Math.min(missing, geometry.n() - given), geometry.n(), given);
    }
    return "%s; all %d store folders were given, so %d of its shards are gone or damaged at every place"
        .formatted(found, given, geometry.n() - lost.have());
  }
}
