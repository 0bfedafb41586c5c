package dev.kakera.producer.scan;

/**
 * The place a decision came from, for people.
 *
 * @param origin a path below the source such as {@code photos/.kakeraignore}, the path of an
 *     exclude file, or an option such as {@code --exclude}
 * @param lineNumber counted from 1; 0 where there are no lines
 * @param text the pattern as written, escaped for display
 * @param includes whether it takes an earlier exclusion back (a pattern with {@code !})
 */
public record ExcludeRule(String origin, int lineNumber, String text, boolean includes) {
  /** Such as {@code photos/.kakeraignore:3: *.tmp}. */
  public String display() {
    return lineNumber == 0 ? origin + ": " + text : origin + ":" + lineNumber + ": " + text;
  }
}
