/**
 * Bytes in and out: bounds-checked, big endian, canonical. Every refusal carries its class, so that
 * vectors can name it. Must not depend on anything else in core but {@code id}, with which it forms
 * the lowest layer: readers give out digests, and identifiers refuse with this package's failures.
 */
package dev.kakera.core.wire;
