/**
 * The inner loops of the coder: output rows = coefficient rows x input rows over GF(2^8).
 *
 * <p>{@link dev.kakera.core.erasure.kernel.TableKernel} is always there and is the reference; every
 * other kernel must agree with it byte for byte, because a sealed shard must be the same bytes
 * whichever code path made it.
 *
 * <p>{@link dev.kakera.core.erasure.kernel.Kernels} says which one a process uses. The vector
 * kernels are out of reach of a JVM without the Vector API's module: only {@code VectorQuads} and
 * {@code VectorPairs} name it, and are loaded by name. They take over from the plain kernel only
 * after a {@link dev.kakera.core.erasure.kernel.KernelTrial} on the same matrix; thread and clock
 * of a trial are its runner's.
 *
 * <p>May use the field of {@link dev.kakera.core.erasure.Gf256} and nothing else of Kakera.
 */
package dev.kakera.core.erasure.kernel;
