package dev.kakera.core.stripe;

/** How a chunk was compressed; the id is written and never reused. */
public enum Codec {
  NONE(0),
  ZSTD(1);

  private final int id;

  Codec(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** Null when no codec has this id. */
  public static Codec byId(int id) {
    for (Codec codec : values()) {
      if (codec.id == id) {
        return codec;
      }
    }
    return null;
  }
}
