package dev.kakera.console.inspect;

import dev.kakera.schemas.record.DeadLetterRecord;

/** A record that is parked and that nobody has decided about yet. */
public record ParkedRecord(ParkedId id, SeenRecord seen) {
  /** Why, for people. */
  public String reason() {
    return seen.parked()
        .map(DeadLetterRecord::getReason)
        .map(Printable::text)
        .orElse("whoever parked it did not say why");
  }

  /** Where it was read; empty text when it does not say. */
  public String origin() {
    return seen.parked()
        .map(
            why ->
                new SeenRecord.Place(
                        Printable.text(why.getTopic()), why.getPartition(), why.getOffset())
                    .toString())
        .orElse("");
  }
}
