/** Identifiers as values. Must not depend on anything else in core but {@code wire}'s failures. */
package dev.kakera.core.id;
