package dev.kakera.catalog.restore;

/**
 * Something that is not as it was, but no loss.
 *
 * @param count how often
 * @param example one of them, for people; holds a file name
 */
public record Note(Kind kind, long count, String example) {

  /** What is not as it was. */
  public enum Kind {
    /** Owners were not set: that takes root. */
    OWNER_LEFT,
    /** Set-user and set-group bits were left off, since the owner is another. */
    SET_ID_LEFT_OFF,
    /** An extended attribute was refused by the target's file system. */
    ATTRIBUTE_LEFT_OFF,
    /** Another name of a file became a copy of it, since it could not be linked. */
    LINK_COPIED,
    /** A folder's own entry is in a part of the manifest that is lost. */
    FOLDER_UNKNOWN,
    /** A file went on changing while it was backed up. */
    INCONSISTENT,
    /** Other users may write into the target, and could put something else in place meanwhile. */
    TARGET_SHARED
  }
}
