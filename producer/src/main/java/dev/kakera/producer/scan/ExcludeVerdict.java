package dev.kakera.producer.scan;

import java.util.Optional;

/**
 * Whether a path is excluded, and why.
 *
 * @param excluded whether it is left out of the snapshot
 * @param decidedAt the path that the rule spoke of: the asked one, or a directory above it that is
 *     excluded with all that is in it
 * @param rule what decided; empty if no rule spoke of it
 */
public record ExcludeVerdict(boolean excluded, SourcePath decidedAt, Optional<ExcludeRule> rule) {
  /**
   * One sentence for people, such as {@code photos/a.tmp is excluded by .kakeraignore:2: *.tmp}.
   */
  public String display() {
    String state = decidedAt.display() + (excluded ? " is excluded" : " is included");
    return rule.map(decisive -> state + " by " + decisive.display())
        .orElse(state + ": no rule speaks of it");
  }
}
