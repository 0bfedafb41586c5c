/**
 * The real broker inside this process: what {@code kakera} starts when there is none, and what the
 * stages' tests run against.
 *
 * <p>Depends on the wire contract and on Kafka's server. No stage may depend on it outside its
 * tests; only the console starts it.
 */
@NullMarked
package dev.kakera.broker;

import org.jspecify.annotations.NullMarked;
