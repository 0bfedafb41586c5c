package dev.kakera.catalog.shards;

/** What is wrong with a shard at a place. */
public enum FindingKind {
  /** The place answers and does not have it. */
  MISSING,
  /** What the place gave is not the shard: changed, cut short, swapped, or another's. */
  DAMAGED,
  /** The place did not answer, or could not read it. */
  UNREACHABLE,
  /** The place took so long that another shard was asked for; it may still have answered. */
  LATE
}
