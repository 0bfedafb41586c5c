/**
 * ChaCha20-Poly1305 (RFC 8439) as fast as this machine gives it: several ways to the same bytes,
 * and the choice among them (docs/decisions/chacha-poly1305.md). Must not depend on any other
 * package of Kakera.
 */
package dev.kakera.core.cipher;
