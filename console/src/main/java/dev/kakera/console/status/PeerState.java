package dev.kakera.console.status;

import dev.kakera.console.inspect.Presence;
import java.util.OptionalLong;

/**
 * A peer as the home sees it.
 *
 * @param shardsWaiting in its topic
 * @param heardMillis its last sign of life; empty when none is known
 * @param freeBytes what it said then that it can still take
 * @param receiptMillis when it last signed for a shard since the home started; empty if it has not
 */
public record PeerState(
    String name,
    Presence presence,
    long shardsWaiting,
    OptionalLong heardMillis,
    OptionalLong freeBytes,
    OptionalLong receiptMillis) {}
