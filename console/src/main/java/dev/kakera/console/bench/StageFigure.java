package dev.kakera.console.bench;

import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What a stage does, in bytes per second.
 *
 * @param one on one core; empty when it could not be measured, and the note then says why
 * @param all on all cores together; empty when it was not measured so
 * @param last on one core when this was last measured here
 * @param note for people
 */
public record StageFigure(
    Stage stage, OptionalDouble one, OptionalDouble all, OptionalDouble last, String note) {
  public StageFigure {
    Objects.requireNonNull(stage);
    Objects.requireNonNull(note);
  }

  /** The best it can do here; on a busy machine all cores may do less than one did. */
  public OptionalDouble most() {
    return DoubleStream.concat(one.stream(), all.stream()).max();
  }
}
