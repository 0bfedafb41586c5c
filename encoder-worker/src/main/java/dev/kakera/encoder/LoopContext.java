package dev.kakera.encoder;

import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;

/**
 * What all loops of a worker share.
 *
 * @param producer thread-safe; the worker closes it
 * @param nanos monotonic clock
 */
record LoopContext(
    EncoderSettings settings,
    Producer<byte[], byte[]> producer,
    EncoderStats stats,
    StopSignal stop,
    Patience patience,
    LongSupplier nanos) {}
