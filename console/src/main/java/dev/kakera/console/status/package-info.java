/**
 * How safe the snapshots are, and while a backup runs what each stage does and which one holds the
 * others up (docs/decisions/stage-figures.md).
 */
package dev.kakera.console.status;
