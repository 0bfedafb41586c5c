package dev.kakera.catalog.shards;

/**
 * Why one place did not give a shard.
 *
 * @param where a peer, a store folder, or several of them in words
 * @param detail for people, without file names and without a full stop; may be empty
 */
public record PlaceProblem(String where, FindingKind kind, String detail) {}
