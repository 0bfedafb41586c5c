package dev.kakera.core.erasure;

import dev.kakera.core.erasure.kernel.Kernel;
import java.util.List;
import java.util.stream.IntStream;

/** One erasure pattern, ready to run: which shards are read and which data shards come out. */
final class Recovery {
  private final int[] missing;
  private final int[] survivors;
  private final Kernel.Multiplier multiplier;

  /**
   * @param missing as in {@link RecoveryMatrix}; not empty
   * @param survivors as in {@link RecoveryMatrix}
   */
  Recovery(Geometry geometry, Kernel kernel, int[] missing, int[] survivors) {
    this.missing = missing;
    this.survivors = survivors;
    this.multiplier = kernel.prepare(new RecoveryMatrix(geometry, missing, survivors).rows());
  }

  /** The index of the data shard that comes out at the given place. */
  int missingIndex(int place) {
    return missing[place];
  }

  /** The indexes of the parity shards that are read: the last of the survivors. */
  List<Integer> parityIndexes() {
    return IntStream.of(survivors).skip(survivors.length - missing.length).boxed().toList();
  }

  /** The arrays of the data shards that are missing, in the order in which they come out. */
  byte[][] missingOf(byte[][] shards) {
    return pick(shards, missing, new byte[missing.length][]);
  }

  /** The arrays that are read, in the order of the matrix. */
  byte[][] survivorsOf(byte[][] shards) {
    return pick(shards, survivors, new byte[survivors.length][]);
  }

  /** As {@link #survivorsOf}, into the first places of an array that is there. */
  void pickSurvivors(byte[][] shards, byte[][] picked) {
    byte[][] unused = pick(shards, survivors, picked);
  }

  Kernel.Multiplier multiplier() {
    return multiplier;
  }

  private static byte[][] pick(byte[][] shards, int[] indexes, byte[][] picked) {
    for (int place = 0; place < indexes.length; place++) {
      picked[place] = shards[indexes[place]];
    }
    return picked;
  }
}
