/** Identifiers as values. Must not depend on keys or formats other than {@code wire}'s failures. */
package dev.kakera.core.id;
