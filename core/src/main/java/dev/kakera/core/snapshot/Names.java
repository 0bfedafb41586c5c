package dev.kakera.core.snapshot;

import dev.kakera.core.wire.Bytes;

/** What may be a name in a manifest, so that no restore ever leaves its target (I-17). */
final class Names {
  private Names() {}

  /** One component: not empty, neither "." nor "..", without separator or zero byte. */
  static boolean isPlain(Bytes name) {
    boolean dots =
        name.length() == 1 && name.at(0) == '.'
            || name.length() == 2 && name.at(0) == '.' && name.at(1) == '.';
    return name.length() >= 1
        && name.length() <= Entry.NAME_MAX_BYTES
        && !dots
        && !contains(name, '/')
        && !contains(name, 0);
  }

  /** The root has depth 0 and the empty name, everything else a plain one. */
  static boolean isAt(int depth, Bytes name) {
    return depth == 0 ? name.length() == 0 : isPlain(name);
  }

  static void require(int depth, Bytes name) {
    if (depth < 0 || depth > Entry.DEPTH_MAX) {
      throw new IllegalArgumentException(
          "entry: got depth %d, expected 0 to %d".formatted(depth, Entry.DEPTH_MAX));
    }
    if (!isAt(depth, name)) {
      throw new IllegalArgumentException(
          "entry: its name at depth %d is not one plain component of 1 to %d bytes"
              .formatted(depth, Entry.NAME_MAX_BYTES));
    }
  }

  static boolean contains(Bytes bytes, int value) {
    for (int index = 0; index < bytes.length(); index++) {
      if (bytes.at(index) == value) {
        return true;
      }
    }
    return false;
  }
}
