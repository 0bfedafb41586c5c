package dev.kakera.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DirectoryTest {
  private static final byte[] A = RawName.of("a");
  private static final byte[] B = RawName.of("b");

  private TestTree tree;
  private Directory root;

  @BeforeEach
  void createTree() throws IOException {
    tree = new TestTree();
    root = tree.root();
  }

  @AfterEach
  void removeTree() throws IOException {
    tree.close();
  }

  @Test
  void listsRawNamesSortedByUnsignedBytes() throws IOException {
    byte[][] names = {
      RawName.of("new\nline"),
      {'l', (byte) 0xe9, (byte) 0xff},
      RawName.of("nfc-\u00e9"),
      RawName.of("..hidden"),
      RawName.of("..."),
      RawName.of("-rf"),
      name(255),
      {1},
    };
    for (byte[] name : names) {
      root.createFile(name, 0644).close();
    }
    Arrays.sort(names, Arrays::compareUnsigned);
    for (int pass = 0; pass < 2; pass++) {
      List<DirectoryEntry> entries = root.sortedEntries();
      assertThat(entries.stream().map(DirectoryEntry::name).toArray(byte[][]::new))
          .isDeepEqualTo(names);
      assertThat(entries).allMatch(entry -> entry.type() == FileType.REGULAR);
    }
  }

  @Test
  void statesTheTypeOfEveryKindOfEntry() throws IOException {
    tree.write("file", new byte[3]);
    root.createDirectory(RawName.of("directory"), 0755);
    root.createSymlink(RawName.of("link"), RawName.of("nowhere"));
    root.createFifo(RawName.of("fifo"), 0600);
    assertThat(root.sortedEntries())
        .extracting(DirectoryEntry::type)
        .containsExactly(FileType.DIRECTORY, FileType.FIFO, FileType.REGULAR, FileType.SYMLINK);
    for (DirectoryEntry entry : root.entries()) {
      FileStat stat = root.stat(entry.name());
      assertThat(stat.type()).isEqualTo(entry.type());
      assertThat(stat.inode()).isEqualTo(entry.inode());
    }
  }

  @Test
  void agreesWithTheJdkOnWhatAStatSays() throws IOException {
    tree.write("a", new byte[12_345]);
    Path path = tree.path().resolve("a");
    FileStat stat = root.stat(A);
    assertThat(stat.sizeBytes()).isEqualTo(12_345);
    assertThat(stat.inode()).isEqualTo(Files.getAttribute(path, "unix:ino"));
    assertThat(stat.device()).isEqualTo(Files.getAttribute(path, "unix:dev"));
    assertThat(stat.mode()).isEqualTo(Files.getAttribute(path, "unix:mode"));
    assertThat((int) stat.linkCount()).isEqualTo(Files.getAttribute(path, "unix:nlink"));
    assertThat((int) stat.userId()).isEqualTo(Files.getAttribute(path, "unix:uid"));
    assertThat((int) stat.groupId()).isEqualTo(Files.getAttribute(path, "unix:gid"));
    assertThat(stat.modified().toInstant()).isEqualTo(Files.getLastModifiedTime(path).toInstant());
    assertThat(stat.changed().toInstant())
        .isEqualTo(((FileTime) Files.getAttribute(path, "unix:ctime")).toInstant());
  }

  @Test
  void readsATargetOfALinkAsItWasWritten() throws IOException {
    byte[] odd = {'.', '.', '/', (byte) 0xff, '\n', '/', '/'};
    byte[] longTarget = name(4095);
    root.createSymlink(A, odd);
    root.createSymlink(B, longTarget);
    assertThat(root.readLink(A)).isEqualTo(odd);
    assertThat(root.readLink(B)).isEqualTo(longTarget);
    assertThat(root.stat(A).sizeBytes()).isEqualTo(odd.length);
    assertFails(Errno.ENAMETOOLONG, () -> root.createSymlink(RawName.of("c"), name(4096)));
  }

  @Test
  void followsNoLink() throws IOException {
    root.createDirectory(A, 0755);
    tree.write("file", new byte[1]);
    root.createSymlink(B, A);
    root.createSymlink(RawName.of("to-file"), RawName.of("file"));
    root.createSymlink(RawName.of("loop"), RawName.of("loop"));
    assertFails(Errno.ENOTDIR, () -> root.openDirectory(B).close());
    assertFails(Errno.ELOOP, () -> root.openFile(RawName.of("to-file")).close());
    assertFails(Errno.ELOOP, () -> root.openFileForWriting(RawName.of("to-file")).close());
    assertFails(Errno.EEXIST, () -> root.createFile(RawName.of("loop"), 0600).close());
    assertThat(root.stat(RawName.of("loop")).type()).isEqualTo(FileType.SYMLINK);
  }

  @Test
  void refusesNamesThatLeaveTheDirectory() {
    for (String name : List.of("..", ".", "", "a/b", "/etc")) {
      byte[] raw = RawName.of(name);
      List<Executable> calls =
          List.of(
              () -> root.openDirectory(raw),
              () -> root.openFile(raw),
              () -> root.openFileForWriting(raw),
              () -> root.createFile(raw, 0600),
              () -> root.createDirectory(raw, 0700),
              () -> root.createSymlink(raw, A),
              () -> root.createFifo(raw, 0600),
              () -> root.createHardLink(raw, root, A),
              () -> root.createHardLink(A, root, raw),
              () -> root.rename(raw, root, A),
              () -> root.rename(A, root, raw),
              () -> root.renameWithoutReplacing(A, root, raw),
              () -> root.remove(raw),
              () -> root.removeDirectory(raw),
              () -> root.stat(raw),
              () -> root.find(raw),
              () -> root.readLink(raw),
              () -> root.attributes(raw),
              () -> root.setAttribute(raw, new ExtendedAttribute(A, A)),
              () -> root.removeAttribute(raw, A),
              () -> root.setOwner(raw, 0, 0),
              () -> root.setPermissions(raw, 0),
              () -> root.setModified(raw, new Timestamp(0, 0)));
      assertThat(calls)
          .allSatisfy(
              call ->
                  assertThatThrownBy(call::execute).isInstanceOf(IllegalArgumentException.class));
    }
  }

  @Test
  void refusesWhatIsNotARegularFileWithoutHanging() throws IOException {
    root.createFifo(A, 0600);
    root.createDirectory(B, 0755);
    PosixException fifo = assertFails(Errno.EINVAL, () -> root.openFile(A).close());
    assertThat(fifo).hasMessageContaining("expected a regular file, it is a fifo");
    assertFails(Errno.EINVAL, () -> root.openFileForWriting(A).close());
    assertFails(Errno.EINVAL, () -> root.openFile(B).close());
  }

  @Test
  void namesTheCallTheObjectAndTheReasonOfAFailure() throws IOException {
    root.createDirectory(A, 0755);
    try (Directory inner = root.openDirectory(A)) {
      PosixException failure =
          assertFails(Errno.ENOENT, () -> inner.openFile(new byte[] {'x', (byte) 0xe9}).close());
      assertThat(failure.call()).isEqualTo("openat");
      assertThat(failure.errnoName()).isEqualTo("ENOENT");
      assertThat(failure)
          .hasMessage("openat " + tree.path() + "/a/x\\xE9: ENOENT (No such file or directory)");
    }
    assertFails(Errno.ENAMETOOLONG, () -> root.stat(name(256)));
    assertFails(Errno.ENAMETOOLONG, () -> root.stat(name(5000)));
    assertThat(root.find(B)).isEmpty();
    assertFails(Errno.ENOENT, () -> root.stat(B));
  }

  @Test
  void reportsDirectoriesAndFilesThatThisUserMayNotRead() throws Exception {
    root.createDirectory(A, 0000);
    root.createFile(B, 0000).close();
    root.setPermissions(0755);
    Unprivileged.call(
        () -> {
          assertFails(Errno.EACCES, () -> root.openDirectory(A).close());
          PosixException failure = assertFails(Errno.EACCES, () -> root.openFile(B).close());
          assertThat(failure).hasMessageContaining("run as a user who may do this");
          return null;
        });
  }

  @Test
  void readsFilesOfOtherOwnersThoughTheirAccessTimeCannotBeSpared() throws Exception {
    tree.write("a", new byte[] {7});
    root.setPermissions(0755);
    Unprivileged.call(
        () -> {
          try (OpenFile file = root.openFile(A)) {
            byte[] read = new byte[1];
            assertThat(file.read(read, 0, 1)).isEqualTo(1);
            assertThat(read[0]).isEqualTo((byte) 7);
          }
          return null;
        });
  }

  @Test
  void setsPermissionsExactlyAndOwnersAndTimes() throws IOException {
    tree.write("a", new byte[1]);
    root.createSymlink(B, A);
    root.setPermissions(A, 04755);
    assertThat(root.stat(A).permissions()).isEqualTo(04755);
    assertFails(Errno.ENOTSUP, () -> root.setPermissions(B, 0600));
    Timestamp before1970 = new Timestamp(-86_400, 123_456_789);
    Timestamp far = new Timestamp(4_102_444_800L, 1);
    root.setModified(A, before1970);
    root.setModified(B, far);
    assertThat(root.stat(A).modified()).isEqualTo(before1970);
    assertThat(root.stat(B).modified()).isEqualTo(far);
    if (EffectiveUser.isRoot()) {
      root.setOwner(A, 12_345, 4_294_967_294L);
      root.setOwner(B, Handle.UNCHANGED, 54_321);
      assertThat(root.stat(A).userId()).isEqualTo(12_345);
      assertThat(root.stat(A).groupId()).isEqualTo(4_294_967_294L);
      assertThat(root.stat(B).userId()).isZero();
      assertThat(root.stat(B).groupId()).isEqualTo(54_321);
      root.setOwner(11, 22);
      assertThat(root.stat().userId()).isEqualTo(11);
      assertThat(root.stat().groupId()).isEqualTo(22);
      root.setOwner(0, Handle.UNCHANGED);
    }
    assertThatThrownBy(() -> root.setOwner(A, 1L << 32, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void linksRenamesAndRemoves() throws IOException {
    tree.write("a", new byte[5]);
    root.createDirectory(RawName.of("dir"), 0755);
    try (Directory inner = root.openDirectory(RawName.of("dir"))) {
      inner.createHardLink(B, root, A);
      assertThat(root.stat(A).linkCount()).isEqualTo(2);
      assertThat(inner.stat(B).isSameFileAs(root.stat(A))).isTrue();
      PosixException taken = assertFails(Errno.EEXIST, () -> inner.createHardLink(B, root, A));
      assertThat(taken).hasMessageContaining(tree.path() + "/a -> " + tree.path() + "/dir/b");
      tree.write("c", new byte[1]);
      assertFails(Errno.EEXIST, () -> root.renameWithoutReplacing(RawName.of("c"), inner, B));
      assertThat(inner.stat(B).sizeBytes()).isEqualTo(5);
      root.rename(RawName.of("c"), inner, B);
      assertThat(inner.stat(B).sizeBytes()).isEqualTo(1);
      inner.renameWithoutReplacing(B, root, RawName.of("d"));
      assertThat(root.find(RawName.of("d"))).isPresent();
      assertThat(inner.entries()).isEmpty();
      inner.sync();
      root.syncFilesystem();
    }
    assertFails(Errno.ENOTDIR, () -> root.removeDirectory(A));
    assertFails(Errno.EISDIR, () -> root.remove(RawName.of("dir")));
    root.removeDirectory(RawName.of("dir"));
    root.remove(A);
    assertThat(root.sortedEntries())
        .extracting(DirectoryEntry::toString)
        .containsExactly("regular file d");
  }

  @Test
  void hardLinksALinkItselfAndNotItsTarget() throws IOException {
    root.createSymlink(A, RawName.of("nowhere"));
    root.createHardLink(B, root, A);
    assertThat(root.stat(B).type()).isEqualTo(FileType.SYMLINK);
    assertThat(root.stat(B).linkCount()).isEqualTo(2);
  }

  @Test
  void opensARootByPathWhateverItsBytes() throws IOException {
    byte[] odd = {'%', (byte) 0xe9, ' ', '#', '?', '\n'};
    root.createDirectory(odd, 0755);
    try (var listing = Files.newDirectoryStream(tree.path())) {
      Path path = listing.iterator().next();
      try (Directory byPath = Directory.open(path)) {
        assertThat(byPath.stat().isSameFileAs(root.stat(odd))).isTrue();
      }
    }
    try (Directory byBytes = Directory.open(RawName.of(tree.path() + "/."))) {
      assertThat(byBytes.stat().isSameFileAs(root.stat())).isTrue();
    }
    tree.write("file", new byte[0]);
    assertFails(Errno.ENOTDIR, () -> Directory.open(tree.path().resolve("file")).close());
    assertFails(Errno.ENAMETOOLONG, () -> Directory.open(name(4096)).close());
  }

  @Test
  void refusesToBeUsedAfterClosingAndClosesTwice() throws IOException {
    root.createDirectory(A, 0755);
    Directory inner = root.openDirectory(A);
    inner.close();
    inner.close();
    assertThatThrownBy(inner::entries)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Already closed: " + tree.path() + "/a");
  }

  @Test
  void removesATreeWithoutFollowingItsLinks() throws IOException {
    root.createDirectory(A, 0755);
    tree.write("kept", new byte[1]);
    try (Directory inner = root.openDirectory(A)) {
      inner.createDirectory(B, 0755);
      inner.createSymlink(RawName.of("out"), RawName.of(".."));
      inner.createFifo(RawName.of("fifo"), 0600);
      try (Directory innermost = inner.openDirectory(B)) {
        innermost.createFile(RawName.of("leaf"), 0000).close();
      }
    }
    TreeRemover.remove(root, A);
    assertThat(root.entries())
        .extracting(DirectoryEntry::toString)
        .containsExactly("regular file kept");
    TreeRemover.remove(root, RawName.of("kept"));
    assertThat(root.entries()).isEmpty();
  }

  @Test
  void listsAWideDirectoryWhole() throws IOException {
    int count = 30_000;
    for (int i = 0; i < count; i++) {
      root.createFile(RawName.of(String.format("%06d-some-longer-name", count - i)), 0600).close();
    }
    List<DirectoryEntry> entries = root.sortedEntries();
    assertThat(entries).hasSize(count).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void knowsWhoRunsThisProcess() throws IOException {
    tree.write("a", new byte[0]);
    assertThat(EffectiveUser.id()).isEqualTo(root.stat(A).userId());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tree.path())))
        .isEqualTo("rwx------");
    assertThat(root.stat().permissions()).isEqualTo(0700);
  }

  private static byte[] name(int length) {
    byte[] name = new byte[length];
    Arrays.fill(name, (byte) 'n');
    return name;
  }

  private static PosixException assertFails(int errno, Executable call) {
    PosixException failure = catchThrowableOfType(PosixException.class, call::execute);
    assertThat(failure).isNotNull();
    assertThat(failure.errnoName()).isEqualTo(Errno.name(errno));
    return failure;
  }
}
