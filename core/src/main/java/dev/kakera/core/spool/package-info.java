/**
 * What lies on the home's own broker between scanner and encoder: a chunk and what is to be done
 * with it, sealed under a spool key (docs/format.md, section 10). Must not depend on stripe or
 * snapshot.
 */
package dev.kakera.core.spool;
