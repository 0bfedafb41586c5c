package dev.kakera.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExtendedAttributeTest {
  private static final byte[] FILE = RawName.of("file");
  private static final byte[] LINK = RawName.of("link");

  private TestTree tree;
  private Directory root;

  @BeforeEach
  void createTree() throws IOException {
    tree = new TestTree();
    root = tree.root();
    tree.write("file", new byte[1]);
    root.createSymlink(LINK, FILE);
    try (OpenFile file = root.openFile(FILE)) {
      file.setAttribute(attribute("user.probe", new byte[0]));
      file.removeAttribute(RawName.of("user.probe"));
    } catch (PosixException e) {
      assumeTrue(!e.is(Errno.ENOTSUP), "this file system keeps no user attributes");
      throw e;
    }
  }

  @AfterEach
  void removeTree() throws IOException {
    tree.close();
  }

  @Test
  void readsBackBinaryAndEmptyValuesOrderedByName() throws IOException {
    List<ExtendedAttribute> attributes =
        List.of(
            attribute("user.\u00e9", new byte[0]),
            attribute("user.a", new byte[] {0, (byte) 0xff, 0}),
            attribute("user.b", new byte[1000]));
    for (ExtendedAttribute attribute : attributes) {
      root.setAttribute(FILE, attribute);
    }
    List<ExtendedAttribute> ordered = attributes.stream().sorted().toList();
    assertThat(ordered.getFirst().name()).isEqualTo(RawName.of("user.a"));
    assertThat(userAttributes(root.attributes(FILE))).isEqualTo(ordered);
    try (OpenFile file = root.openFile(FILE)) {
      assertThat(userAttributes(file.attributes())).isEqualTo(ordered);
      assertThat(file.attribute(RawName.of("user.a"))).contains(new byte[] {0, (byte) 0xff, 0});
      assertThat(file.attribute(RawName.of("user.none"))).isEmpty();
    }
  }

  @Test
  void replacesAndRemoves() throws IOException {
    try (OpenFile file = root.openFile(FILE)) {
      file.setAttribute(attribute("user.a", new byte[] {1}));
      file.setAttribute(attribute("user.a", new byte[] {2}));
      assertThat(file.attribute(RawName.of("user.a"))).contains(new byte[] {2});
      file.removeAttribute(RawName.of("user.a"));
      PosixException failure =
          catchThrowableOfType(
              PosixException.class, () -> file.removeAttribute(RawName.of("user.a")));
      assertThat(failure.errno()).isEqualTo(Errno.ENODATA);
      assertThat(failure).hasMessageContaining("user.a").hasMessageContaining("/file");
    }
    root.setAttribute(FILE, attribute("user.b", new byte[] {3}));
    root.removeAttribute(FILE, RawName.of("user.b"));
    assertThat(userAttributes(root.attributes(FILE))).isEmpty();
  }

  @Test
  void keepsAttributesOfDirectoriesToo() throws IOException {
    root.setAttribute(attribute("user.on-directory", new byte[] {3}));
    assertThat(userAttributes(root.attributes()))
        .containsExactly(attribute("user.on-directory", new byte[] {3}));
  }

  @Test
  void meansALinkItselfAndNotItsTarget() throws IOException {
    root.setAttribute(FILE, attribute("user.on-target", new byte[] {4}));
    assertThat(userAttributes(root.attributes(LINK))).isEmpty();
    PosixException refused =
        catchThrowableOfType(
            PosixException.class,
            () -> root.setAttribute(LINK, attribute("user.on-link", new byte[1])));
    assertThat(refused.errno()).isEqualTo(Errno.EPERM);
    if (EffectiveUser.isRoot()) {
      root.setAttribute(LINK, attribute("trusted.on-link", new byte[] {5}));
      assertThat(root.attributes(LINK)).contains(attribute("trusted.on-link", new byte[] {5}));
      assertThat(root.attributes(FILE))
          .doesNotContain(attribute("trusted.on-link", new byte[] {5}));
    }
  }

  @Test
  void readsAttributesOfFilesThatMayNotBeOpened() throws Exception {
    root.setAttribute(FILE, attribute("user.note", new byte[] {6}));
    root.setPermissions(0755);
    root.setPermissions(FILE, 0044);
    Unprivileged.call(
        () -> {
          assertThat(userAttributes(root.attributes(FILE))).hasSize(1);
          return null;
        });
  }

  @Test
  void namesAFileThatIsGone() {
    PosixException failure =
        catchThrowableOfType(PosixException.class, () -> root.attributes(RawName.of("gone")));
    assertThat(failure.errno()).isEqualTo(Errno.ENOENT);
    assertThat(failure).hasMessageContaining("/gone: ENOENT (No such file");
  }

  @Test
  void refusesNamesAndValuesThatCannotBeKept() {
    SplittableRandom random = new SplittableRandom(7);
    byte[] tooLarge = new byte[300_000];
    random.nextBytes(tooLarge);
    PosixException failure =
        catchThrowableOfType(
            PosixException.class, () -> root.setAttribute(FILE, attribute("user.big", tooLarge)));
    assertThat(failure.errno()).isEqualTo(Errno.E2BIG);
    assertThatThrownBy(() -> root.setAttribute(FILE, attribute("user.\u0000", new byte[1])))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Leaves out what a security module adds by itself. */
  private static List<ExtendedAttribute> userAttributes(List<ExtendedAttribute> all) {
    return all.stream().filter(a -> RawName.display(a.name()).startsWith("user.")).toList();
  }

  private static ExtendedAttribute attribute(String name, byte[] value) {
    return new ExtendedAttribute(RawName.of(name), value);
  }
}
