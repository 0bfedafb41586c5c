/** What both kinds of benchmarks share. Measures {@code core}; nothing here ships. */
package dev.kakera.benchmarks;
