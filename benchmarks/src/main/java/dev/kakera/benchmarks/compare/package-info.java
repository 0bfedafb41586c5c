/**
 * Ratios to public peers, each interleaved with what it is compared with in one JVM.
 *
 * <p>The peers are called through the foreign-function API on native memory, which is their best
 * shape; ours work on arrays, which is theirs.
 */
package dev.kakera.benchmarks.compare;
