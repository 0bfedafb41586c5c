/**
 * A chunk becomes n sealed shards, and any k of them the chunk again (docs/format.md, section 5).
 * Depends on erasure, seal, key.
 */
package dev.kakera.core.stripe;
