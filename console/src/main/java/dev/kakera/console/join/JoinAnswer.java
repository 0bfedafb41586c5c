package dev.kakera.console.join;

import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.HomeRef;

/**
 * What a peer that was accepted is told.
 *
 * @param certificate X.509, DER
 * @param broker where it meets the broker
 * @param home whose orders count
 */
record JoinAnswer(String peer, Bytes certificate, HostPort broker, HomeRef home) {}
