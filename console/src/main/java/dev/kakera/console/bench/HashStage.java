package dev.kakera.console.bench;

import dev.kakera.core.stripe.StripeNaming;

/** Names chunks by their keyed hash: the one hash pass over the source. */
final class HashStage implements BenchStage {
  private final BenchMaterial material;

  HashStage(BenchMaterial material) {
    this.material = material;
  }

  @Override
  public Stage stage() {
    return Stage.HASH;
  }

  @Override
  public String note() {
    return "HMAC-SHA-256";
  }

  @Override
  public Work open(int part, int parts) {
    StripeNaming naming = new StripeNaming(material.keys());
    return new Work() {
      private int piece = part % material.pieces();

      @Override
      public int step() {
        naming.chunkId(
            material.source(), piece * BenchMaterial.PIECE_BYTES, BenchMaterial.PIECE_BYTES);
        piece = (piece + parts) % material.pieces();
        return BenchMaterial.PIECE_BYTES;
      }
    };
  }
}
