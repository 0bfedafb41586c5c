package dev.kakera.catalog.restore;

import java.util.List;

/** A restore does not begin; nothing was written. Names everything that is in its way (I-29). */
public final class RestoreRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient List<String> objects;

  /** Why. */
  public enum Reason {
    /** The snapshot does not have the path. */
    NO_SUCH_PATH,
    /** The target is there and is no folder, or may not be written. */
    TARGET_UNUSABLE,
    /** Files are there already that must not be overwritten. */
    TARGET_OCCUPIED,
    /** The target's file system has too little room. */
    NO_SPACE
  }

  RestoreRefusedException(Reason reason, String message, List<String> objects) {
    super(message);
    this.reason = reason;
    this.objects = List.copyOf(objects);
  }

  public Reason reason() {
    return reason;
  }

  /** The paths that are in the way, as far as they were kept. */
  public List<String> objects() {
    return objects;
  }
}
