package dev.kakera.core.seal;

/** What a sealed object is; the id is written and never reused. */
public enum ObjectType {
  SHARD(1),
  HEAD(2),
  BUNDLE(3),
  /** A bundle wrapped under a key file, which never leaves the home. */
  KEYRING(4),
  /** A manifest segment that the home keeps for itself, to compare the next scan with. */
  CACHE(5);

  private final int id;

  ObjectType(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** Null when no type has this id. */
  static ObjectType byId(int id) {
    for (ObjectType type : values()) {
      if (type.id == id) {
        return type;
      }
    }
    return null;
  }
}
