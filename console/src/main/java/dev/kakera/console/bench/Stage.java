package dev.kakera.console.bench;

import dev.kakera.core.erasure.Geometry;
import java.util.Locale;

/** What a byte of a backup goes through, in this order. */
public enum Stage {
  READ(Kind.DISK, false, "read"),
  CUT(Kind.CPU, true, "cut"),
  HASH(Kind.CPU, true, "hash"),
  ENCODE(Kind.CPU, true, "erasure encode"),
  DECODE(Kind.CPU, true, "erasure decode"),
  SEAL(Kind.CPU, true, "seal"),
  OPEN(Kind.CPU, true, "open"),
  PRODUCE(Kind.BROKER, false, "broker produce"),
  STORE(Kind.DISK, false, "local store");

  /** What a stage waits for: stages of one kind add up, stages of different kinds overlap. */
  public enum Kind {
    /** Cores only. */
    CPU,
    /** The broker, which uses the same cores when it runs on this machine. */
    BROKER,
    /** A disk. */
    DISK
  }

  private final Kind kind;
  private final boolean scales;
  private final String label;

  Stage(Kind kind, boolean scales, String label) {
    this.kind = kind;
    this.scales = scales;
    this.label = label;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether it is measured on all cores as well. */
  public boolean scales() {
    return scales;
  }

  /** For people. */
  public String label() {
    return label;
  }

  /** For options, files and JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Null when no stage has this key. */
  public static Stage byKey(String key) {
    for (Stage stage : values()) {
      if (stage.key().equals(key)) {
        return stage;
      }
    }
    return null;
  }

  /**
   * How many bytes go through it for each byte of a chunk that is backed up: a chunk is sealed for
   * the spool, opened by an encoder, encoded, proven (which costs what a worst-case decode costs),
   * sealed again as n shards; chunk and shards cross the broker, and each byte that is produced is
   * also consumed, at about the same cost.
   */
  public double passes(Geometry geometry) {
    double shards = (double) geometry.n() / geometry.k();
    return switch (this) {
      case READ, CUT, HASH, ENCODE, OPEN -> 1;
      case DECODE -> Math.ceilDiv(geometry.m(), Math.min(geometry.k(), geometry.m()));
      case SEAL -> 1 + shards;
      case PRODUCE -> 2 * (1 + shards);
      case STORE -> shards;
    };
  }
}
