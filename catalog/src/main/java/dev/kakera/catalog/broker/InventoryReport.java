package dev.kakera.catalog.broker;

import dev.kakera.core.placement.PeerRef;
import java.util.Optional;

/**
 * How the listing of a peer went.
 *
 * @param receipts that it gave and that are its own
 * @param refused receipts that are not signed by it, of another repository, or malformed
 * @param failure why there is no full list; empty when there is
 */
public record InventoryReport(
    PeerRef peer, long receipts, long refused, Optional<String> failure) {}
