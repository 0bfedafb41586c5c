/**
 * The wire contract: topic names and settings, size limits, headers, framing of the Avro records,
 * and the pinned settings of every Kafka client and of the broker.
 *
 * <p>Depends on kafka-clients and Avro only. Must not depend on {@code dev.kakera.core} or on any
 * stage: what travels is described here, what it means is not.
 */
@NullMarked
package dev.kakera.schemas;

import org.jspecify.annotations.NullMarked;
