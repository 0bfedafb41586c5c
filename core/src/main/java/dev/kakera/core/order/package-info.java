/**
 * What home and peers tell each other, signed over fixed-layout bytes (docs/format.md, section 11).
 * Must not depend on stripe or snapshot.
 */
package dev.kakera.core.order;
