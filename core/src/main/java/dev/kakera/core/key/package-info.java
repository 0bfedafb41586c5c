/**
 * Keys: the recovery words, the key bundle, what is derived from the master key, keyed hashes and
 * signatures. Secrets are destroyable, never print themselves and never leave as Strings, the words
 * excepted. Must not depend on seal, stripe or snapshot.
 */
package dev.kakera.core.key;
