package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a command ended. */
record Outcome(List<String> words, int exitCode, String out, String err) {
  /** Checks the exit code; shows what was printed when it is another. */
  Outcome exits(int expected) {
    assertThat(exitCode).as(toString()).isEqualTo(expected);
    return this;
  }

  /** What was printed, results and messages. */
  String all() {
    return out + err;
  }

  /** The line of the results that starts with this word. */
  String line(String start) {
    return out.lines()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line \"" + start + "\" in " + this));
  }

  /** The figure before {@code what} in the line of the results that starts with this word. */
  double bytes(String start, String what) {
    Matcher figure =
        Pattern.compile("([0-9.]+) (B|kB|MB|GB) " + Pattern.quote(what)).matcher(line(start));
    assertThat(figure.find()).as("\"%s\" in %s", what, this).isTrue();
    double unit =
        switch (figure.group(2)) {
          case "B" -> 1;
          case "kB" -> 1e3;
          case "MB" -> 1e6;
          default -> 1e9;
        };
    return Double.parseDouble(figure.group(1)) * unit;
  }

  /** The short id of the snapshot that a backup made. */
  String snapshot() {
    return line("Snapshot").split(" ")[1];
  }

  @Override
  public String toString() {
    return "kakera %s -> %d%nout: %s%nerr: %s"
        .formatted(String.join(" ", words), exitCode, out, err);
  }
}
