package dev.kakera.catalog.shards;

import java.util.List;
import java.util.Objects;

/** What became of a {@link ShardRequest}. */
public sealed interface ShardAnswer {
  /** What went wrong on the way, place by place. */
  List<PlaceProblem> problems();

  /** Sealed bytes that say to be the shard; not checked. */
  final class Found implements ShardAnswer {
    private final byte[] sealed;
    private final String where;
    private final List<PlaceProblem> problems;

    /**
     * @param sealed shared from here on, not copied
     * @param where the place, as it is named in findings and in {@link ShardRequest#tried}
     */
    public Found(byte[] sealed, String where, List<PlaceProblem> problems) {
      this.sealed = Objects.requireNonNull(sealed, "sealed");
      this.where = Objects.requireNonNull(where, "where");
      this.problems = List.copyOf(problems);
    }

    /** Shared, not copied. */
    public byte[] sealed() {
      return sealed;
    }

    public String where() {
      return where;
    }

    @Override
    public List<PlaceProblem> problems() {
      return problems;
    }
  }

  /** No place that was left to try gave it. */
  record NotFound(List<PlaceProblem> problems) implements ShardAnswer {
    public NotFound {
      problems = List.copyOf(problems);
    }
  }
}
