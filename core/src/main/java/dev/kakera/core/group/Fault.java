package dev.kakera.core.group;

/** What a failure calls for, by rising gravity. */
public enum Fault {
  /** Try again later: broker or network. */
  TRANSIENT,
  /** The record itself: it fails each time. */
  POISON,
  /** The worker itself: nothing will succeed until someone changes something. */
  FATAL
}
