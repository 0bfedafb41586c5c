/**
 * What a snapshot holds: entries, manifest segments, their index, and the head (docs/format.md,
 * sections 7 and 8). Depends on stripe for references to chunks.
 */
package dev.kakera.core.snapshot;
