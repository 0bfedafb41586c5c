package dev.kakera.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sizes that keep a class readable at one sitting, over the main sources of all modules. */
class TidyTest {
  private static final int FILE_LINES_MAX = 400;
  private static final int METHOD_LINES_MAX = 70;
  private static final Pattern TYPE = Pattern.compile("\\b(class|interface|enum|record)\\s+\\w+");

  @Test
  void noFileIsLongerThan400Lines() throws IOException {
    List<String> long_ = new ArrayList<>();
    for (Path file : sources()) {
      int lines = Files.readAllLines(file).size();
      if (lines > FILE_LINES_MAX) {
        long_.add("%s: %d lines; take a part out that has a name".formatted(file, lines));
      }
    }
    assertThat(long_).isEmpty();
  }

  @Test
  void noMethodIsLongerThan70Lines() throws IOException {
    List<String> long_ = new ArrayList<>();
    for (Path file : sources()) {
      long_.addAll(longMethods(file.toString(), Files.readString(file)));
    }
    assertThat(long_).isEmpty();
  }

  @Test
  void findsALongMethodAmongTypesStringsAndComments() {
    String body = "    call(\"}{\", '{'); // {\n".repeat(METHOD_LINES_MAX);
    String source =
        "record Pair(int a) {\n"
            + "  static final int[] NUMBERS = {\n1,\n};\n"
            + "  /* { */\n"
            + "  int brief() {\n    return 1;\n  }\n"
            + "  int lengthy(\n      int a) {\n"
            + body
            + "  }\n}\n";

    assertThat(longMethods("Pair", source)).hasSize(1).first().asString().contains("lengthy");
    assertThat(longMethods("Pair", source.replace(body, ""))).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of("").toAbsolutePath().getParent())) {
      for (Path module : modules.toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertThat(sources).as("sources of all modules").hasSizeGreaterThan(200);
    return sources;
  }

  /** An open brace: what stands before it, and whether members are in it. */
  private record Open(String before, boolean isType, boolean isMethod, int line) {}

  /** Counts braces; good enough for formatted sources. */
  private static List<String> longMethods(String name, String source) {
    String code = blankLiteralsAndComments(source);
    List<String> found = new ArrayList<>();
    Deque<Open> open = new ArrayDeque<>();
    StringBuilder before = new StringBuilder();
    int line = 1;
    int beganAt = 1;
    for (int at = 0; at < code.length(); at++) {
      char c = code.charAt(at);
      line += c == '\n' ? 1 : 0;
      switch (c) {
        case '{' -> {
          String text = before.toString().strip();
          boolean isType = TYPE.matcher(text).find();
          boolean isMethod =
              !isType
                  && !open.isEmpty()
                  && open.peek().isType()
                  && text.contains("(")
                  && !text.contains("=");
          open.push(new Open(text, isType, isMethod, beganAt));
          before.setLength(0);
        }
        case '}' -> {
          Open closed = open.pop();
          int lines = line - closed.line() + 1;
          if (closed.isMethod() && lines > METHOD_LINES_MAX) {
            found.add(
                "%s line %d: %d lines; take a step out that has a name: %s"
                    .formatted(name, closed.line(), lines, closed.before()));
          }
          before.setLength(0);
        }
        case ';' -> before.setLength(0);
        default -> {
          if (before.isEmpty() && !Character.isWhitespace(c)) {
            beganAt = line;
          }
          if (!before.isEmpty() || !Character.isWhitespace(c)) {
            before.append(c);
          }
        }
      }
    }
    return found;
  }

  private static String blankLiteralsAndComments(String source) {
    Pattern literal =
        Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n"
                + "])*\"|'(?:\\\\.|[^'\\\\\n"
                + "])+'|//[^\n"
                + "]*|/\\*(?s:.*?)\\*/");
    return literal
        .matcher(source)
        .replaceAll(
            found -> "\n".repeat((int) found.group().chars().filter(c -> c == '\n').count()));
  }
}
