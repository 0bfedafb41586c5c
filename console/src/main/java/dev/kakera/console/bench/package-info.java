/**
 * {@code kakera bench}: a few megabytes through each stage of the pipeline, by the classes that the
 * pipeline itself uses, and what follows from the figures.
 *
 * <p>One class a stage behind {@link dev.kakera.console.bench.BenchStage}. What is concluded is a
 * pure function of figures and facts ({@link dev.kakera.console.bench.Verdict}), so that its tests
 * time nothing.
 */
package dev.kakera.console.bench;
