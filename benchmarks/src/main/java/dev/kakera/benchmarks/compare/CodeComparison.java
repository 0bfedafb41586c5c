package dev.kakera.benchmarks.compare;

import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.benchmarks.StripeSet;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.kernel.Kernel;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The coder beside ISA-L and memcpy: each geometry at two sizes of shards, in sets of 8 MB. */
final class CodeComparison {
  private static final int SET_BYTES = 8 << 20;
  private static final int[] SHARD_BYTES = {256 << 10, 1 << 20};
  private static final List<Geometry> GEOMETRIES =
      List.of(new Geometry(4, 2), new Geometry(2, 4), new Geometry(10, 4));
  private static final long WARM_NANOS = 800_000_000;
  private static final int ROUNDS = 41;
  private static final long TURN_NANOS = 12_000_000;

  private final Ratios ratios;
  private final Optional<IsaL> isal;

  CodeComparison(Ratios ratios, Optional<IsaL> isal) {
    this.ratios = ratios;
    this.isal = isal;
  }

  void run() {
    for (Geometry geometry : GEOMETRIES) {
      Map<String, Double> lowest = new LinkedHashMap<>();
      for (int shardBytes : SHARD_BYTES) {
        new Race(geometry, shardBytes).put(lowest);
      }
      lowest.forEach(ratios::put);
    }
  }

  /** One geometry at one size. */
  private final class Race {
    private final Geometry geometry;
    private final int shardBytes;
    private final Contestant encode;
    private final Contestant decode;
    private final Optional<Contestant> plain;
    private final Optional<Contestant> memcpy;
    private final Optional<Contestant> isalEncode;
    private final Optional<Contestant> isalDecode;
    private final Contest contest;

    Race(Geometry geometry, int shardBytes) {
      this.geometry = geometry;
      this.shardBytes = shardBytes;
      encode = encoder("encode", KernelChoice.warm());
      StripeSet stripes = new StripeSet(2, geometry, KernelChoice.warm(), shardBytes, SET_BYTES);
      boolean[] present = stripes.worstLoss();
      decode = new Contestant("decode", stripes.stripeBytes(), () -> stripes.decode(present));
      List<Contestant> all = new ArrayList<>(List.of(encode, decode));
      try (Arena arena = Arena.ofConfined()) {
        plain =
            isDefault()
                ? Optional.of(encoder("plain Java", KernelChoice.named("long")))
                : Optional.empty();
        memcpy =
            isDefault()
                ? Optional.of(Memcpy.contestant(arena, shardBytes, SET_BYTES))
                : Optional.empty();
        isalEncode = isal.map(peer -> peer.encoder(arena, geometry, shardBytes, SET_BYTES));
        isalDecode = isal.map(peer -> peer.decoder(arena, geometry, shardBytes, SET_BYTES));
        plain.ifPresent(all::add);
        memcpy.ifPresent(all::add);
        isalEncode.ifPresent(all::add);
        isalDecode.ifPresent(all::add);
        contest = Contest.run(all, WARM_NANOS, ROUNDS, TURN_NANOS);
      }
    }

    private Contestant encoder(String name, Kernel kernel) {
      StripeSet stripes = new StripeSet(1, geometry, kernel, shardBytes, SET_BYTES);
      return new Contestant(name, stripes.stripeBytes(), stripes::encode);
    }

    boolean isDefault() {
      return geometry.equals(GEOMETRIES.getFirst());
    }

    void put(Map<String, Double> lowest) {
      String name = geometry.k() + "_" + geometry.m();
      putRatio(lowest, "encode_" + name + "_vs_isal", encode, isalEncode);
      putRatio(lowest, "decode_" + name + "_vs_isal", decode, isalDecode);
      putRate("encode_" + name, Optional.of(encode));
      putRate("encode_" + name + "_isal", isalEncode);
      putRate("decode_" + name, Optional.of(decode));
      putRate("decode_" + name + "_isal", isalDecode);
      if (isDefault()) {
        putRatio(lowest, "encode_vs_memcpy", encode, memcpy);
        putRatio(lowest, "plain_java_vs_isal", plain.orElseThrow(), isalEncode);
        putRate("plain_java", plain);
        putRate("memcpy", memcpy);
        lowest.merge("plain_java_gbps", contest.rate(plain.get()) / 1e9, Math::min);
      }
    }

    /** For this size, and the lower one of both sizes, which is the ratio that counts. */
    private void putRatio(
        Map<String, Double> lowest, String name, Contestant ours, Optional<Contestant> peer) {
      if (peer.isPresent()) {
        double ratio = contest.ratio(ours, peer.get());
        ratios.put(name + size(), ratio);
        lowest.merge(name, ratio, Math::min);
      } else {
        ratios.nothing(name);
      }
    }

    private void putRate(String name, Optional<Contestant> contestant) {
      contestant.ifPresent(each -> ratios.put(name + size() + "_gbps", contest.rate(each) / 1e9));
    }

    private String size() {
      return "_" + (shardBytes >> 10) + "k";
    }
  }
}
