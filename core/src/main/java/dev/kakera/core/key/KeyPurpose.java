package dev.kakera.core.key;

import java.nio.charset.StandardCharsets;

/**
 * What a key derived from a secret is for; the label is part of the derivation (docs/format.md,
 * section 3).
 */
public enum KeyPurpose {
  CHUNK,
  CUT,
  STRIPE,
  LOCATOR,
  SIV,
  SEAL,
  CATALOG,
  SIGN,
  SPOOL;

  byte[] label() {
    return ("kakera/1/" + name().toLowerCase(java.util.Locale.ROOT))
        .getBytes(StandardCharsets.US_ASCII);
  }
}
