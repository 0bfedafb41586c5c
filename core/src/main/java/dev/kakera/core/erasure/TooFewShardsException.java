package dev.kakera.core.erasure;

/** A stripe cannot be rebuilt: fewer shards are there than it has data shards. */
public final class TooFewShardsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int have;
  private final int need;

  /**
   * @param have how many shards of the stripe are there
   * @param need how many are needed: the geometry's k
   */
  public TooFewShardsException(int have, int need) {
    super(
        "Too few shards to rebuild the stripe: have "
            + have
            + ", need "
            + need
            + "; find "
            + (need - have)
            + " more");
    this.have = have;
    this.need = need;
  }

  public int have() {
    return have;
  }

  public int need() {
    return need;
  }
}
