/**
 * The inner loops of the coder: output rows = coefficient rows x input rows over GF(2^8).
 *
 * <p>{@link dev.kakera.core.erasure.kernel.TableKernel} is always there and is the reference; every
 * other kernel must agree with it byte for byte, because a sealed shard must be the same bytes
 * whichever code path made it.
 *
 * <p>May use the field of {@link dev.kakera.core.erasure.Gf256} and nothing else of Kakera.
 */
package dev.kakera.core.erasure.kernel;
