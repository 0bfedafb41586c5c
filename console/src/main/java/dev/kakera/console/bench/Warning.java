package dev.kakera.console.bench;

/**
 * Something that makes figures lower than they should be.
 *
 * @param id stable, never translated
 * @param text what it means, and what to do
 */
public record Warning(Id id, String text) {
  /** Kinds of warnings. */
  public enum Id {
    INTERPRETED,
    NO_OPTIMISER,
    KERNEL_FORCED,
    VECTOR_MODULE_MISSING,
    KERNEL_NOT_VECTOR,
    INTRINSIC_OFF,
    CIPHER_NOT_NATIVE,
    STAGE_SLOW,
    SLOWER_THAN_LAST,
    ONE_CORE,
    CORES_BUSY
  }
}
