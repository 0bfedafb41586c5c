package dev.kakera.console.bench;

import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import java.util.Arrays;

/**
 * The erasure coder over one wide stripe: makes all parity, or rebuilds as many data shards as may
 * be lost.
 */
final class CodeStage implements BenchStage {
  private static final int LANE_BYTES = 64;

  /** Of each shard in a step: much for the kernel, little for one that crawls. */
  private static final int STEP_BYTES = 32 << 10;

  private final Stage stage;
  private final ErasureCoder coder;
  private final byte[][] shards;
  private final boolean[] present;
  private final int shardBytes;

  private CodeStage(Stage stage, BenchMaterial material) {
    this.stage = stage;
    Geometry geometry = material.geometry();
    coder = new ErasureCoder(geometry);
    shardBytes = material.source().length / geometry.k() / LANE_BYTES * LANE_BYTES;
    shards = new byte[geometry.n()][shardBytes];
    for (int index = 0; index < geometry.k(); index++) {
      System.arraycopy(material.source(), index * shardBytes, shards[index], 0, shardBytes);
    }
    present = new boolean[geometry.n()];
    Arrays.fill(present, Math.min(geometry.k(), geometry.m()), geometry.n(), true);
  }

  static CodeStage encode(BenchMaterial material) {
    return new CodeStage(Stage.ENCODE, material);
  }

  static CodeStage decode(BenchMaterial material) {
    return new CodeStage(Stage.DECODE, material);
  }

  @Override
  public Stage stage() {
    return stage;
  }

  @Override
  public String note() {
    Geometry geometry = coder.geometry();
    return stage == Stage.ENCODE
        ? geometry.toString()
        : "worst case, %d of %d data shards lost"
            .formatted(Math.min(geometry.k(), geometry.m()), geometry.k());
  }

  @Override
  public Work open(int part, int parts) {
    int span = Math.max(LANE_BYTES, shardBytes / parts / LANE_BYTES * LANE_BYTES);
    int begin = Math.min(part * span, shardBytes - span);
    return new Work() {
      private int at = begin;

      @Override
      public int step() {
        int length = Math.min(STEP_BYTES, begin + span - at);
        if (stage == Stage.ENCODE) {
          coder.encode(shards, at, length);
        } else {
          coder.reconstructData(shards, present, at, length);
        }
        at = at + length == begin + span ? begin : at + length;
        return length * coder.geometry().k();
      }
    };
  }
}
