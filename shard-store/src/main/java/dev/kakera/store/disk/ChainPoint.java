package dev.kakera.store.disk;

import dev.kakera.core.id.Digest;

/**
 * How far a store's chain of receipts goes.
 *
 * @param sequence of the latest receipt; 0 before the first
 * @param digest SHA-256 of its body; zero before the first
 */
public record ChainPoint(long sequence, Digest digest) {
  public static final ChainPoint START = new ChainPoint(0, Digest.ZERO);
}
