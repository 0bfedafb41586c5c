package dev.kakera.store.object;

import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.ObjectType;
import java.util.Optional;

/** What a store finds when it looks at one of its objects. */
public sealed interface ObjectCheck {

  /** It is there and is what its receipt says. */
  final class Intact implements ObjectCheck {
    private final ObjectType type;
    private final byte[] sealed;
    private final Signed receipt;

    Intact(ObjectType type, byte[] sealed, Signed receipt) {
      this.type = type;
      this.sealed = sealed;
      this.receipt = receipt;
    }

    public ObjectType type() {
      return type;
    }

    /** The sealed object itself, not a copy. */
    public byte[] sealed() {
      return sealed;
    }

    public Signed receipt() {
      return receipt;
    }
  }

  /** It is not there. */
  record Missing() implements ObjectCheck {}

  /** It is in the trash. */
  record Deleted(Optional<Signed> receipt) implements ObjectCheck {}

  /** It was there and is not what it was: it is set aside, and nothing speaks for it any more. */
  record Corrupt(String finding) implements ObjectCheck {}

  /** It could not be read just now. */
  record Unreadable(String problem) implements ObjectCheck {}
}
