package dev.kakera.producer.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.posix.RawName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExcludeRulesTest {
  private static final String CACHE_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55";

  private SourceTree tree;

  @BeforeEach
  void createTree() throws IOException {
    tree = new SourceTree();
  }

  @AfterEach
  void removeTree() throws IOException {
    tree.close();
  }

  @Test
  void leavesOutWhatTheIgnoreFilesSayAndCountsIt() throws IOException {
    tree.write(".kakeraignore", "*.tmp\nbuild/\n");
    tree.write("a.tmp", "12345");
    tree.write("b.txt", "b");
    tree.write("build/deep/x", "x");
    tree.write("sub/.kakeraignore", "!keep.tmp\n/only-here\n");
    tree.write("sub/keep.tmp", "k");
    tree.write("sub/lost.tmp", "123");
    tree.write("sub/only-here", "1");
    tree.write("sub/deeper/only-here", "1");
    try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      assertThat(SourceTree.paths(SourceTree.drain(scanner)))
          .containsExactly(
              "./",
              ".kakeraignore",
              "b.txt",
              "sub/",
              "sub/.kakeraignore",
              "sub/deeper/",
              "sub/deeper/only-here",
              "sub/keep.tmp");
      assertThat(scanner.summary().excluded()).isEqualTo(new ScanSummary.Excluded(3, 1, 9));
    }
  }

  @Test
  void includesNothingBelowAnExcludedDirectory() throws IOException {
    tree.write(".kakeraignore", "cache\n!cache/wanted\n");
    tree.write("cache/wanted", "w");
    assertThat(explain(ExcludeRules.DEFAULT, "cache/wanted"))
        .isEqualTo("cache is excluded by .kakeraignore:1: cache");
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT)))
        .containsExactly("./", ".kakeraignore");
  }

  @Test
  void givesOptionsTheLastWordAndExcludeFilesTheFirst() throws IOException {
    Path first = Files.createTempFile("kakera-exclude-", ".txt");
    try {
      Files.writeString(first, "*.a\n*.b\n*.c\n");
      tree.write(".kakeraignore", "!*.b\n!*.c\n");
      tree.write("x.a", "");
      tree.write("x.b", "");
      tree.write("x.c", "");
      ExcludeRules rules =
          ExcludeRules.builder()
              .file(first)
              .file(RawName.of("!*.a\n"), "second")
              .pattern("*.c")
              .build();
      assertThat(explain(rules, "x.a")).isEqualTo("x.a is included by second:1: !*.a");
      assertThat(explain(rules, "x.b")).isEqualTo("x.b is included by .kakeraignore:1: !*.b");
      assertThat(explain(rules, "x.c")).isEqualTo("x.c is excluded by --exclude: *.c");
      assertThat(explain(ExcludeRules.builder().file(first).build(), "x.a"))
          .isEqualTo("x.a is excluded by " + first + ":1: *.a");
      assertThat(explain(rules, "y")).isEqualTo("y is included: no rule speaks of it");
    } finally {
      Files.delete(first);
    }
  }

  @Test
  void keepsOnlyTheTagOfACacheDirectory() throws IOException {
    tree.write("cache/CACHEDIR.TAG", CACHE_SIGNATURE + "\n# more");
    tree.write("cache/big", "123");
    tree.write("cache/sub/x", "x");
    tree.write("not-cache/CACHEDIR.TAG", CACHE_SIGNATURE.substring(0, 42));
    tree.write("not-cache/kept", "k");
    tree.directory("odd", "CACHEDIR.TAG").close();
    tree.write("odd/kept", "k");
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT)))
        .containsExactly(
            "./",
            "cache/",
            "cache/CACHEDIR.TAG",
            "not-cache/",
            "not-cache/CACHEDIR.TAG",
            "not-cache/kept",
            "odd/",
            "odd/CACHEDIR.TAG/",
            "odd/kept");
    assertThat(explain(ExcludeRules.DEFAULT, "cache/sub/x"))
        .isEqualTo("cache/sub is excluded by CACHEDIR.TAG: cache directory");
    ExcludeRules keeping = ExcludeRules.builder().keepCaches().build();
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT.withExcludes(keeping))))
        .contains("cache/big", "cache/sub/x");
  }

  @Test
  void keepsOnlyTheMarkerThatAPersonChose() throws IOException {
    tree.write("a/.nobackup", "");
    tree.write("a/x", "x");
    tree.write("b/x", "x");
    ExcludeRules rules = ExcludeRules.builder().ifPresent(RawName.of(".nobackup")).build();
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT.withExcludes(rules))))
        .containsExactly("./", "a/", "a/.nobackup", "b/", "b/x");
    assertThat(explain(rules, "a/x"))
        .isEqualTo("a/x is excluded by --exclude-if-present: .nobackup");
  }

  @Test
  void leavesOutFilesThatAreTooLarge() throws IOException {
    tree.write("just", "12345");
    tree.write("over", "123456");
    ExcludeRules rules = ExcludeRules.builder().largerThan(5).build();
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT.withExcludes(rules))))
        .containsExactly("./", "just");
    assertThat(explain(rules, "over"))
        .isEqualTo("over is excluded by --exclude-larger-than: 5 bytes");
  }

  @Test
  void namesAnIgnoreFileThatCannotBeRead() throws IOException {
    tree.write("a/x", "x");
    try (var a = tree.directory("a")) {
      a.createSymlink(RawName.of(".kakeraignore"), RawName.of("/etc/passwd"));
    }
    assertThat(tree.scan(ScanOptions.DEFAULT))
        .filteredOn(ScanProblem.class::isInstance)
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path().display()).isEqualTo("a");
              assertThat(((ScanProblem) problem).message()).contains("a/.kakeraignore: ELOOP");
            });
  }

  @Test
  void explainsPathsThatDoNotExist() throws IOException {
    tree.write(".kakeraignore", "*.tmp\ngone/\n");
    assertThat(explain(ExcludeRules.DEFAULT, "no/such/x.tmp"))
        .isEqualTo("no/such/x.tmp is excluded by .kakeraignore:1: *.tmp");
    assertThat(explain(ExcludeRules.DEFAULT, "gone/x"))
        .isEqualTo("gone is excluded by .kakeraignore:2: gone/");
    assertThat(explain(ExcludeRules.DEFAULT, "gone"))
        .isEqualTo("gone is included: no rule speaks of it");
  }

  private String explain(ExcludeRules rules, String path) throws IOException {
    return rules.explain(tree.source(), SourcePath.parse(RawName.of(path))).display();
  }
}
