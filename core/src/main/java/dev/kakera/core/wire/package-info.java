/**
 * Bytes in and out: bounds-checked, big endian, canonical. Every refusal carries its class, so that
 * vectors can name it. Must not depend on anything else in core.
 */
package dev.kakera.core.wire;
