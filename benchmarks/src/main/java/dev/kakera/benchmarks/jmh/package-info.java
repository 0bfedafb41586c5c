/** JMH benchmarks, a class for each thing that is measured; {@code benchmarks/jmh} runs them. */
package dev.kakera.benchmarks.jmh;
