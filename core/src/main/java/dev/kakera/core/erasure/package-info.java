/**
 * Reed-Solomon erasure coding: any k of the n = k + m shards of a stripe give its data back.
 *
 * <p>From outside to inside: {@link dev.kakera.core.erasure.ErasureCoder} checks its arguments and
 * decides what is computed from what, {@link dev.kakera.core.erasure.CauchyMatrix} gives the
 * coefficients over {@link dev.kakera.core.erasure.Gf256}, and {@link
 * dev.kakera.core.erasure.kernel} does the work on every byte.
 *
 * <p>Must not depend on any other package of Kakera, nor on files, sockets, clocks, threads,
 * randomness or logging.
 */
package dev.kakera.core.erasure;
