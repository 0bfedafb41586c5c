package dev.kakera.core.stripe;

import dev.kakera.core.id.ChunkId;

/**
 * The shards just made do not give the chunk back: the kernel or the memory of this machine is at
 * fault. Nothing was sent.
 */
public final class ProofFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProofFailedException(ChunkId chunk, String geometry) {
    super(
        ("chunk %s: the %s shards just made do not give it back, so none was sent; the memory or"
                + " the processor of this machine is suspect: test them")
            .formatted(chunk, geometry));
  }
}
