package dev.kakera.benchmarks.compare;

/**
 * Work that is compared with other work.
 *
 * @param name in messages
 * @param turnBytes that one turn works through
 * @param turn the smallest piece that can be timed
 */
record Contestant(String name, long turnBytes, Runnable turn) {}
