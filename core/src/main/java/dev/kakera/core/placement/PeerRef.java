package dev.kakera.core.placement;

import dev.kakera.core.id.PeerId;

/**
 * A peer as the pipeline names it.
 *
 * @param name as in topic names
 */
public record PeerRef(String name, PeerId id) {}
