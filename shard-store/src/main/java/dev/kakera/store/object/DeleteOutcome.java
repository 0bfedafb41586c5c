package dev.kakera.store.object;

import dev.kakera.core.order.Signed;

/** What became of a delete. */
public sealed interface DeleteOutcome {

  /** It is in the trash, purged, or never was here. */
  record Deleted(Signed receipt) implements DeleteOutcome {}

  /** A newer put order wants the object. */
  record Superseded(String message) implements DeleteOutcome {}
}
