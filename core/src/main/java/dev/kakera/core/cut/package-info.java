/**
 * Where a stream of bytes is cut into chunks: content decides, so that an insertion moves the cuts
 * around it and no others.
 *
 * <p>Must not depend on any other package of Kakera, nor on files, clocks, threads, randomness or
 * logging.
 */
package dev.kakera.core.cut;
