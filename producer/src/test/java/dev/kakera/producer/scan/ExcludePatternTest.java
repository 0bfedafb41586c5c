package dev.kakera.producer.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcludePatternTest {
  /** What gitignore(5) says, by one example for each of its sentences. */
  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "foo, foo, yes",
        "foo, a/b/foo, yes",
        "foo, foobar, no",
        "foo/, foo, no",
        "foo/, foo/, yes",
        "foo/, a/foo/, yes",
        "/foo, foo, yes",
        "/foo, a/foo, no",
        "a/foo, a/foo, yes",
        "a/foo, b/a/foo, no",
        "a/foo/, a/foo/, yes",
        "*.tmp, a.tmp, yes",
        "*.tmp, x/.tmp, yes",
        "*.tmp, a.tmp2, no",
        "*, anything, yes",
        "/*, top, yes",
        "/*, top/below, no",
        "a/*, a/b, yes",
        "a/*, a/b/c, no",
        "a/*/c, a/b/c, yes",
        "a/*/c, a/b/b/c, no",
        "**/foo, foo, yes",
        "**/foo, a/b/foo, yes",
        "**/foo/bar, a/foo/bar, yes",
        "foo/**, foo/a/b, yes",
        "foo/**, foo/, no",
        "a/**/b, a/b, yes",
        "a/**/b, a/x/y/b, yes",
        "a/**/b, a/xb, no",
        "a/x**, a/x/y, no",
        "a/x**, a/xyz, yes",
        "**, any/thing, yes",
        "a?c, abc, yes",
        "a?c, ac, no",
        "/a?c, a/c, no",
        "[a-c]x, bx, yes",
        "[a-c]x, dx, no",
        "[!a-c]x, dx, yes",
        "[^a-c]x, bx, no",
        "[]x]y, ]y, yes",
        "[]-]y, -y, yes",
        "[a\\-c]x, bx, no",
        "[a\\-c]x, -x, yes",
        "[[:digit:]_]x, 7x, yes",
        "[[:digit:]_]x, _x, yes",
        "[[:digit:]_]x, ax, no",
        "[[:nonsense:]]x, :x, no",
        "[abc, [abc, no",
        "[abc, a, no",
        "\\*, *, yes",
        "\\*, a, no",
        "\\#x, #x, yes",
        "\\!x, !x, yes",
        "a\\, a, no",
        "a\\, a\\, no",
        "a\\b, ab, yes",
        "a\\\\b, a\\b, yes",
        "l\u00e9, l\u00e9, yes",
        "l?, l\u00e9, yes",
        "l[\u00e0-\u00ef], l\u00e9, yes",
        "l\u00c3\u00a9, l\u00c3\u00a9, yes",
        "l?, l\u00c3\u00a9, no",
      })
  void matchesAsTheManualSays(String pattern, String path, String expected) {
    boolean isDirectory = path.endsWith("/");
    byte[] raw = (isDirectory ? path.substring(0, path.length() - 1) : path).getBytes(ISO_8859_1);
    int name = new String(raw, ISO_8859_1).lastIndexOf('/') + 1;
    ExcludePattern parsed = ExcludePattern.parse(pattern.getBytes(ISO_8859_1), "test", 1);
    assertThat(parsed.matches(raw, 0, name, raw.length, isDirectory))
        .isEqualTo(expected.equals("yes"));
  }

  @Test
  void readsCommentsSpacesLineEndsAndTheByteOrderMark() {
    byte[] file =
        "\u00ef\u00bb\u00bffirst\n# comment\n\n  \nspaces   \r\nkept\\ \n\ttab\t\n!back\nlast"
            .getBytes(ISO_8859_1);
    ExcludeList list = ExcludeList.ofFile(file, ".kakeraignore");
    assertThat(decide(list, "first")).isEqualTo(".kakeraignore:1: first");
    assertThat(decide(list, "# comment")).isNull();
    assertThat(decide(list, "spaces")).isEqualTo(".kakeraignore:5: spaces");
    assertThat(decide(list, "kept ")).isEqualTo(".kakeraignore:6: kept\\\\ ");
    assertThat(decide(list, "\ttab\t")).isEqualTo(".kakeraignore:7: \\ttab\\t");
    assertThat(decide(list, "back")).isEqualTo(".kakeraignore:8: !back");
    assertThat(decide(list, "last")).isEqualTo(".kakeraignore:9: last");
    assertThat(decide(list, "")).isNull();
  }

  @Test
  void letsTheLastMatchDecide() {
    ExcludeList list = ExcludeList.ofFile("*.a\n!x.a\n*x*\n!y*\n".getBytes(ISO_8859_1), "f");
    assertThat(decide(list, "x.a")).isEqualTo("f:3: *x*");
    assertThat(decide(list, "b.a")).isEqualTo("f:1: *.a");
    assertThat(decide(list, "yx.a")).isEqualTo("f:4: !y*");
  }

  @Test
  void takesValuesOfAnOptionAsTheyAre() {
    ExcludeList list =
        ExcludeList.ofOption(List.of("#x".getBytes(ISO_8859_1), "y ".getBytes(ISO_8859_1)), "--o");
    assertThat(decide(list, "#x")).isEqualTo("--o: #x");
    assertThat(decide(list, "y ")).isEqualTo("--o: y ");
    assertThat(decide(list, "y")).isNull();
    assertThatThrownBy(() -> ExcludeRules.builder().pattern(""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void endsSoonOnPatternsOfManyStars() {
    String pattern = "a*".repeat(30) + "b";
    ExcludePattern parsed = ExcludePattern.parse(pattern.getBytes(ISO_8859_1), "test", 1);
    byte[] name = "a".repeat(255).getBytes(ISO_8859_1);
    assertThat(parsed.matches(name, 0, 0, name.length, false)).isFalse();
    ExcludePattern paths =
        ExcludePattern.parse(("**/a*".repeat(20) + "/b").getBytes(ISO_8859_1), "test", 1);
    assertThat(paths.matches(name, 0, 0, name.length, false)).isFalse();
  }

  private static String decide(ExcludeList list, String name) {
    byte[] raw = name.getBytes(ISO_8859_1);
    ExcludeRule rule = list.decide(raw, 0, 0, raw.length, false);
    return rule == null ? null : rule.display();
  }
}
