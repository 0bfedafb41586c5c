/**
 * What a peer does with the objects of its directory: checks orders, ingests, reads, deletes,
 * holds, scrubs. Must not depend on Kafka: the same code is driven by its topics and by tests.
 */
package dev.kakera.store.object;
