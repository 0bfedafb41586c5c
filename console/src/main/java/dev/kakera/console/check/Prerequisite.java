package dev.kakera.console.check;

import java.util.Locale;

/** What must hold, in the order in which it is told. Names are stable and never translated. */
public enum Prerequisite {
  DATA_FOLDER,
  SPACE,
  MESH,
  KEYS,
  KEY_FILE,
  CATALOG,
  LOCK,
  STORES,
  SOURCE,
  EXCLUDES,
  WORDS_FILE,
  BROKER,
  TOPICS,
  /** Comes by itself where roles are being started. */
  ENCODER,
  /** As above. */
  PEERS,
  CODER,
  CORES;

  /** As people type it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it may come to hold while somebody waits. */
  boolean comesByItself() {
    return this == ENCODER || this == PEERS;
  }
}
