package dev.kakera.catalog.restore;

import dev.kakera.posix.RawName;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Names for files that are being written: not to be guessed, never twice. Thread-safe. */
final class TempNames {
  private final String prefix;
  private final AtomicLong count = new AtomicLong();

  TempNames() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    prefix = ".kakera-" + HexFormat.of().formatHex(random) + "-";
  }

  byte[] next() {
    return RawName.of(prefix + count.getAndIncrement());
  }
}
