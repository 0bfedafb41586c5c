package dev.kakera.benchmarks.compare;

import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sealing and opening of shards of 1 MiB beside OpenSSL, in turns. */
final class SealComparison {
  private static final int PAYLOAD_BYTES = 1 << 20;
  private static final long WARM_NANOS = 3_000_000_000L;
  private static final int ROUNDS = 61;
  private static final long TURN_NANOS = 15_000_000;

  private SealComparison() {}

  static void run(Ratios ratios, Optional<OpenSsl> openSsl) {
    try (Arena arena = Arena.ofConfined();
        ChunkMaterial material =
            new ChunkMaterial(1, new Geometry(4, 2), PAYLOAD_BYTES, PAYLOAD_BYTES)) {
      Sealer sealer = new Sealer(material.keys().keys());
      SealedHeader header = material.header(PAYLOAD_BYTES);
      StripeId stripe = material.stripe();
      byte[] payload = material.bytes(PAYLOAD_BYTES);
      byte[] opened = new byte[PAYLOAD_BYTES];
      byte[] sealed = new byte[header.sealedSize()];
      Contestant seal =
          new Contestant(
              "seal", PAYLOAD_BYTES, () -> sealer.sealShard(header, stripe, payload, sealed, 0));
      Contestant open =
          new Contestant(
              "open",
              PAYLOAD_BYTES,
              () -> sealer.openShard(header, stripe, sealed, sealed.length, opened));
      seal.turn().run();
      List<Contestant> all = new ArrayList<>(List.of(seal, open));
      Optional<Contestant> theirSeal =
          openSsl.map(peer -> peer.contestant(arena, true, PAYLOAD_BYTES));
      Optional<Contestant> theirOpen =
          openSsl.map(peer -> peer.contestant(arena, false, PAYLOAD_BYTES));
      theirSeal.ifPresent(all::add);
      theirOpen.ifPresent(all::add);
      Contest contest = Contest.run(all, WARM_NANOS, ROUNDS, TURN_NANOS);
      put(ratios, contest, "seal", seal, theirSeal);
      put(ratios, contest, "open", open, theirOpen);
    }
  }

  private static void put(
      Ratios ratios, Contest contest, String name, Contestant ours, Optional<Contestant> theirs) {
    if (theirs.isPresent()) {
      ratios.put(name + "_vs_openssl", contest.ratio(ours, theirs.get()));
      ratios.put(name + "_openssl_gbps", contest.rate(theirs.get()) / 1e9);
    } else {
      ratios.nothing(name + "_vs_openssl");
    }
    ratios.put(name + "_gbps", contest.rate(ours) / 1e9);
  }
}
