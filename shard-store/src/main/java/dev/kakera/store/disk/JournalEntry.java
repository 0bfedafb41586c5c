package dev.kakera.store.disk;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.ObjectType;
import java.util.Optional;

/**
 * What the journal says about one object.
 *
 * @param objectType id of an {@link ObjectType}
 * @param size bytes of the sealed object
 * @param root of its tree hash
 * @param putSequence the newest catalog sequence of a put order for it
 * @param deletion when and how it was deleted; empty unless it is in the trash
 * @param receipt the receipt that speaks for this state; empty for a stray, about which nothing was
 *     ever said
 */
public record JournalEntry(
    Locator locator,
    State state,
    int objectType,
    int size,
    Digest root,
    long putSequence,
    Optional<Deletion> deletion,
    Optional<Signed> receipt) {

  /** Where the object is; ids are written and never reused. */
  public enum State {
    STORED(1),
    TRASHED(2),
    QUARANTINED(3);

    private final int id;

    State(int id) {
      this.id = id;
    }

    int id() {
      return id;
    }

    static State byId(int id) {
      for (State state : values()) {
        if (state.id == id) {
          return state;
        }
      }
      throw new IllegalArgumentException("journal: state %d is not known".formatted(id));
    }
  }

  /**
   * How an object came into the trash.
   *
   * @param day the store's own count of days when it did
   * @param notBeforeSeconds Unix time before which the order forbids the purge
   * @param sequence the newest catalog sequence of a delete order for it; 0 for a stray
   */
  public record Deletion(long day, long notBeforeSeconds, long sequence) {}

  public ObjectType type() {
    for (ObjectType type : ObjectType.values()) {
      if (type.id() == objectType) {
        return type;
      }
    }
    throw new IllegalStateException(
        "%s: object type %d is not known".formatted(locator, objectType));
  }

  /** The same object, damaged and set aside: no receipt speaks for it any more. */
  public JournalEntry quarantined() {
    return new JournalEntry(
        locator,
        State.QUARANTINED,
        objectType,
        size,
        root,
        putSequence,
        Optional.empty(),
        Optional.empty());
  }

  public JournalEntry trashed(Deletion how, Optional<Signed> saidSo) {
    return new JournalEntry(
        locator, State.TRASHED, objectType, size, root, putSequence, Optional.of(how), saidSo);
  }

  public JournalEntry withPutSequence(long newest) {
    return new JournalEntry(locator, state, objectType, size, root, newest, deletion, receipt);
  }
}
