/**
 * Walks a source folder and hands out what is in it, entry by entry, with raw names, metadata and a
 * way to read each file; decides what is excluded.
 *
 * <p>Start at {@link dev.kakera.producer.scan.SourceScanner}. Whatever cannot be read is handed out
 * as a {@link dev.kakera.producer.scan.ScanProblem} and never ends the walk (I-30). What is done
 * with the entries is not known here: this package depends on {@code dev.kakera.posix} and the JDK,
 * and must not depend on other packages of the producer, on core, schemas or Kafka.
 */
package dev.kakera.producer.scan;
