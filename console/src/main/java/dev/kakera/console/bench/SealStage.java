package dev.kakera.console.bench;

import dev.kakera.core.cipher.Aeads;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import java.util.Arrays;

/** Seals or opens shards of {@value BenchMaterial#PIECE_BYTES} bytes. */
final class SealStage implements BenchStage {
  private final Stage stage;
  private final BenchMaterial material;
  private final StripeId stripe;

  private SealStage(Stage stage, BenchMaterial material) {
    this.stage = stage;
    this.material = material;
    stripe = material.stripe();
  }

  static SealStage seal(BenchMaterial material) {
    return new SealStage(Stage.SEAL, material);
  }

  static SealStage open(BenchMaterial material) {
    return new SealStage(Stage.OPEN, material);
  }

  @Override
  public Stage stage() {
    return stage;
  }

  @Override
  public String note() {
    return Aeads.isNative() ? "ChaCha20-Poly1305, libcrypto" : "ChaCha20-Poly1305, Java's own";
  }

  @Override
  public Work open(int part, int parts) {
    Sealer sealer = new Sealer(material.keys().keys());
    SealedHeader header = material.header();
    int from = part % material.pieces() * BenchMaterial.PIECE_BYTES;
    byte[] payload = Arrays.copyOfRange(material.source(), from, from + BenchMaterial.PIECE_BYTES);
    byte[] sealed = new byte[header.sealedSize()];
    if (stage == Stage.OPEN) {
      sealer.sealShard(header, stripe, payload, sealed, 0);
    }
    return () -> {
      if (stage == Stage.SEAL) {
        sealer.sealShard(header, stripe, payload, sealed, 0);
      } else {
        sealer.openShard(header, stripe, sealed, sealed.length, payload);
      }
      return BenchMaterial.PIECE_BYTES;
    };
  }
}
