package dev.kakera.producer.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import dev.kakera.posix.Timestamp;
import dev.kakera.posix.TreeRemover;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourceScannerTest {
  private static final byte[] A = RawName.of("a");

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
  void walksDepthFirstByUnsignedBytesWithOddNamesKept() throws IOException {
    byte[] longest = new byte[255];
    Arrays.fill(longest, (byte) 'n');
    for (byte[] name :
        List.of(
            new byte[] {'l', (byte) 0xe9, (byte) 0xff},
            RawName.of("new\nline"),
            RawName.of("nfc-\u00e9"),
            RawName.of("nfd-e\u0301"),
            RawName.of("a-"),
            RawName.of("..hidden"),
            longest)) {
      tree.source().createFile(name, 0644).close();
    }
    tree.write("a/b", "x");
    tree.directory("empty", "dir").close();
    assertThat(SourceTree.paths(tree.scan(ScanOptions.DEFAULT)))
        .containsExactly(
            "./",
            "..hidden",
            "a/",
            "a/b",
            "a-",
            "empty/",
            "empty/dir/",
            "l\\xE9\\xFF",
            "new\\nline",
            "nfc-\u00e9",
            "nfd-e\u0301",
            "n".repeat(255));
    assertThat(tree.scan(ScanOptions.DEFAULT)).extracting(ScanEvent::path).isSorted();
  }

  @Test
  void handsOutMetadataAttributesAndLinks() throws IOException {
    tree.write("file", "12345");
    Timestamp old = new Timestamp(-86_400, 999_999_999);
    Directory source = tree.source();
    source.setPermissions(RawName.of("file"), 04750);
    source.setModified(RawName.of("file"), old);
    byte[] target = {'.', '.', '/', (byte) 0xff};
    source.createSymlink(RawName.of("link"), target);
    source.createSymlink(RawName.of("loop"), RawName.of("loop"));
    List<ExtendedAttribute> attributes =
        List.of(
            new ExtendedAttribute(RawName.of("user.a"), new byte[] {0, (byte) 0xff}),
            new ExtendedAttribute(RawName.of("user.b"), new byte[0]));
    boolean kept = setAll(source, RawName.of("file"), attributes);
    List<ScanEvent> events = tree.scan(ScanOptions.DEFAULT);
    ScannedFile file = (ScannedFile) events.get(1);
    assertThat(file.stat()).isEqualTo(source.stat(RawName.of("file")));
    assertThat(file.stat().permissions()).isEqualTo(04750);
    assertThat(file.stat().modified()).isEqualTo(old);
    assertThat(file.hardLink()).isEmpty();
    assertThat(file.attributes()).isEqualTo(kept ? attributes : List.of());
    assertThat(((ScannedSymlink) events.get(2)).target()).isEqualTo(target);
    assertThat(((ScannedSymlink) events.get(3)).target()).isEqualTo(RawName.of("loop"));
    assertThat(((ScannedDirectory) events.get(0)).stat()).isEqualTo(source.stat());
    ScannedFile bare =
        (ScannedFile) tree.scan(ScanOptions.DEFAULT.withReadAttributes(false)).get(1);
    assertThat(bare.attributes()).isEmpty();
  }

  @Test
  void tellsNamesOfOneFileByTheirId() throws IOException {
    tree.write("a", "x");
    tree.directory("d").close();
    try (Directory d = tree.directory("d")) {
      d.createHardLink(RawName.of("again"), tree.source(), A);
    }
    tree.write("other", "x");
    List<ScanEvent> events = tree.scan(ScanOptions.DEFAULT);
    ScannedEntry first = (ScannedEntry) events.get(1);
    ScannedEntry second = (ScannedEntry) events.get(3);
    assertThat(first.hardLink()).isPresent().isEqualTo(second.hardLink());
    assertThat(((ScannedEntry) events.get(4)).hardLink()).isEmpty();
    assertThat(((ScannedEntry) events.get(2)).hardLink()).isEmpty();
  }

  @Test
  void namesAndPassesOverWhatHoldsNoContents() throws IOException {
    tree.source().createFifo(RawName.of("fifo"), 0600);
    tree.write("z", "z");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(tree.path().resolve("socket")));
      try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
        assertThat(SourceTree.drain(scanner))
            .filteredOn(SkippedEntry.class::isInstance)
            .extracting(e -> e.path().display(), e -> ((SkippedEntry) e).reason())
            .containsExactly(
                tuple("fifo", SkippedEntry.Reason.FIFO),
                tuple("socket", SkippedEntry.Reason.SOCKET));
        assertThat(scanner.summary())
            .isEqualTo(new ScanSummary(1, 1, 0, 1, 2, 0, new ScanSummary.Excluded(0, 0, 0)));
      }
    }
  }

  @Test
  @DisplayName("I-30: names what this user may not read and goes on")
  void namesWhatIsDenied() throws Exception {
    tree.write("a-closed/x", "x");
    tree.write("b-secret", "x");
    tree.write("c-open", "x");
    tree.source().setPermissions(RawName.of("a-closed"), 0);
    tree.source().setPermissions(RawName.of("b-secret"), 0);
    Directory opened = tree.directory();
    List<ScanEvent> events = Unprivileged.call(() -> walkAndOpenAll(opened));
    assertThat(events)
        .filteredOn(ScanProblem.class::isInstance)
        .extracting(e -> e.path().display(), e -> ((ScanProblem) e).kind())
        .containsExactly(
            tuple("a-closed", ScanProblem.Kind.DENIED), tuple("b-secret", ScanProblem.Kind.DENIED));
    assertThat(SourceTree.paths(events)).containsExactly("./", "a-closed/", "b-secret", "c-open");
  }

  @Test
  @DisplayName("I-30: names what vanishes or is replaced during the walk and goes on")
  void namesWhatVanishes() throws IOException {
    tree.write("a/x", "x");
    tree.write("b/x", "x");
    tree.write("c/x", "x");
    tree.write("d", "x");
    tree.write("e", "x");
    try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      expectEntry(scanner, ".");
      expectEntry(scanner, "a");
      TreeRemover.remove(tree.source(), A);
      expectProblem(scanner, "a", ScanProblem.Kind.VANISHED);
      expectEntry(scanner, "b");
      tree.source().rename(RawName.of("b"), tree.source(), RawName.of("moved"));
      tree.source().createSymlink(RawName.of("b"), RawName.of("moved"));
      expectProblem(scanner, "b", ScanProblem.Kind.REPLACED);
      expectEntry(scanner, "c");
      tree.source().rename(RawName.of("c"), tree.source(), RawName.of("c-old"));
      tree.source().createDirectory(RawName.of("c"), 0755);
      expectProblem(scanner, "c", ScanProblem.Kind.REPLACED);
      tree.source().remove(RawName.of("d"));
      expectProblem(scanner, "d", ScanProblem.Kind.VANISHED);
      ScannedFile e = (ScannedFile) expectEntry(scanner, "e");
      tree.source().remove(RawName.of("e"));
      tree.source().createFifo(RawName.of("e"), 0600);
      assertThatThrownBy(e::open)
          .isInstanceOfSatisfying(
              PosixException.class,
              failure ->
                  assertThat(ScanProblem.of(e.path(), failure).kind())
                      .isEqualTo(ScanProblem.Kind.REPLACED));
      assertThat(scanner.next()).isEmpty();
      assertThat(scanner.summary().problemCount()).isEqualTo(4);
    }
  }

  @Test
  void walksPathsLongerThanOneCallTakesAndReadsTheirLeaves() throws IOException {
    String name = "d".repeat(60);
    Directory at = tree.directory("deep");
    ArrayDeque<Directory> open = new ArrayDeque<>(List.of(at));
    for (int level = 0; level < 100; level++) {
      at.createDirectory(RawName.of(name), 0755);
      at = at.openDirectory(RawName.of(name));
      open.push(at);
    }
    try (OpenFile leaf = at.createFile(RawName.of("leaf"), 0644)) {
      leaf.write(RawName.of("leaf!"), 0, 5);
    }
    for (Directory directory : open) {
      directory.close();
    }
    try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      ScanEvent last = scanner.next().orElseThrow();
      while (!(last instanceof ScannedFile)) {
        last = scanner.next().orElseThrow();
      }
      assertThat(last.path().joined()).hasSize("deep".length() + 100 * 61 + "/leaf".length());
      byte[] read = new byte[10];
      try (SourceFile file = ((ScannedFile) last).open()) {
        assertThat(file.read(read, 0, 10)).isEqualTo(5);
      }
    }
    assertThat(tree.scan(ScanOptions.DEFAULT.withDepthMax(50)))
        .filteredOn(ScanProblem.class::isInstance)
        .singleElement()
        .matches(problem -> ((ScanProblem) problem).kind() == ScanProblem.Kind.TOO_DEEP)
        .matches(problem -> problem.path().depth() == 51);
  }

  @Test
  void staysOnOneFileSystemIfAsked() throws IOException {
    Path pseudo = Path.of("/proc");
    assumeTrue(Files.isDirectory(pseudo), "no second file system to look at");
    try (Directory root = Directory.open(Path.of("/"));
        Directory proc = Directory.open(pseudo)) {
      assumeTrue(root.stat().device() != proc.stat().device(), "/proc is not a mount point");
    }
    ExcludeRules onlyProc = ExcludeRules.builder().pattern("/*").pattern("!/proc").build();
    ScanOptions options = ScanOptions.DEFAULT.withExcludes(onlyProc).withOneFileSystem(true);
    try (SourceScanner scanner = SourceScanner.open(Path.of("/"), options)) {
      List<ScanEvent> events = SourceTree.drain(scanner);
      assertThat(SourceTree.paths(events)).containsExactly("./", "proc/");
      assertThat(events)
          .filteredOn(SkippedEntry.class::isInstance)
          .singleElement()
          .matches(e -> ((SkippedEntry) e).reason() == SkippedEntry.Reason.OTHER_FILE_SYSTEM);
    }
  }

  @Test
  void refusesToOpenAFileThatTheWalkHasLeft() throws IOException {
    tree.write("a", "x");
    tree.write("b", "x");
    try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      expectEntry(scanner, ".");
      ScannedFile a = (ScannedFile) expectEntry(scanner, "a");
      try (SourceFile opened = a.open()) {
        expectEntry(scanner, "b");
        assertThat(opened.read(new byte[1], 0, 1)).isEqualTo(1);
      }
      assertThatThrownBy(a::open)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has left a");
    }
  }

  @Test
  void leavesNoDescriptorOpenWhereverItEnds() throws IOException {
    tree.write("a/b/c", "x");
    tree.write("d/e", "x");
    try (SourceScanner warm = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      SourceTree.drain(warm);
    }
    long before = descriptorsInTree();
    for (int events = 0; events < 8; events++) {
      try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
        for (int i = 0; i < events; i++) {
          scanner.next();
        }
      }
    }
    assertThat(descriptorsInTree()).isEqualTo(before);
  }

  @Test
  void refusesASourceThatIsNotThere() {
    assertThatThrownBy(() -> SourceScanner.open(tree.path().resolve("none"), ScanOptions.DEFAULT))
        .isInstanceOfSatisfying(
            PosixException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT))
        .hasMessageContaining("source/none");
  }

  private static List<ScanEvent> walkAndOpenAll(Directory source) throws PosixException {
    List<ScanEvent> found = new ArrayList<>();
    try (SourceScanner scanner = SourceScanner.open(source, ScanOptions.DEFAULT)) {
      for (var event = scanner.next(); event.isPresent(); event = scanner.next()) {
        found.add(event.get());
        if (event.get() instanceof ScannedFile file) {
          openOrReport(file, found);
        }
      }
    }
    return found;
  }

  private static void openOrReport(ScannedFile file, List<ScanEvent> found) {
    try {
      file.open().close();
    } catch (PosixException e) {
      found.add(ScanProblem.of(file.path(), e));
    }
  }

  private static ScannedEntry expectEntry(SourceScanner scanner, String path)
      throws PosixException {
    ScanEvent event = scanner.next().orElseThrow();
    assertThat(event).isInstanceOf(ScannedEntry.class);
    assertThat(event.path().display()).isEqualTo(path);
    return (ScannedEntry) event;
  }

  private static void expectProblem(SourceScanner scanner, String path, ScanProblem.Kind kind)
      throws PosixException {
    ScanEvent event = scanner.next().orElseThrow();
    assertThat(event.path().display()).isEqualTo(path);
    assertThat(event).isInstanceOf(ScanProblem.class);
    assertThat(((ScanProblem) event).kind()).isEqualTo(kind);
    assertThat(((ScanProblem) event).message()).contains(path);
  }

  /** False where the file system keeps none. */
  private static boolean setAll(Directory in, byte[] name, List<ExtendedAttribute> attributes)
      throws PosixException {
    try {
      for (ExtendedAttribute attribute : attributes) {
        in.setAttribute(name, attribute);
      }
      return true;
    } catch (PosixException e) {
      if (e.is(Errno.ENOTSUP)) {
        return false;
      }
      throw e;
    }
  }

  private long descriptorsInTree() throws IOException {
    long count = 0;
    try (var listing = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : listing) {
        count += pointsInto(descriptor) ? 1 : 0;
      }
    }
    return count;
  }

  private boolean pointsInto(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(tree.path());
    } catch (IOException e) {
      // Closed since it was listed, as the listing's own is.
      return false;
    }
  }
}
