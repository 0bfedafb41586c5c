package dev.kakera.catalog.restore;

/** What becomes of files that are in the target already. Folders are always shared. */
public enum Overwrite {
  /** The restore is refused, and each of them named, before anything is written. */
  NEVER,
  /** They stay; the rest is restored. */
  SKIP,
  /** Those that are older than in the snapshot, or as old but of another size, are replaced. */
  IF_NEWER,
  /** They are replaced. A folder is never replaced by a file. */
  ALWAYS
}
