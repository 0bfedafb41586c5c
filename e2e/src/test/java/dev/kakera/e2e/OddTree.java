package dev.kakera.e2e;

import dev.kakera.posix.DataRange;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A tree with everything in it that a file system allows and a backup might get wrong. Without
 * root's rights there is nothing in it that its owner cannot read.
 */
final class OddTree {
  /** What no backup can hold: named and passed over. */
  static final List<String> SPECIALS = List.of("special/fifo", "special/socket");

  /** What the rules leave out. */
  static final List<String> EXCLUDED = List.of("cached/junk", "cached/deep");

  private static final int DEEP_LEVELS = 18;
  private static final int NAME_MAX = 255;
  private static final long MIB = 1 << 20;

  private final SplittableRandom random;
  private final boolean root;

  /**
   * @param root whether this process may give files away and read what it may not
   */
  OddTree(SplittableRandom random, boolean root) {
    this.random = random;
    this.root = root;
  }

  void build(Path folder) throws IOException {
    try (TreeBuilder tree = TreeBuilder.in(folder, random)) {
      names(tree);
      deep(tree);
      sizes(tree);
      sparse(tree);
      links(tree);
      modes(tree);
      times(tree);
      attributes(tree);
      many(tree);
      cached(tree);
      specials(tree, folder);
      tree.finallyModified(1_500_000_000, 123_456_789);
    }
  }

  private static void names(TreeBuilder tree) throws PosixException {
    try (TreeBuilder names = tree.folder("names")) {
      names.file(new byte[] {(byte) 0xff, (byte) 0xfe, 'x', (byte) 0x80}, text("not UTF-8"));
      names.file("a\nb", text("newline"));
      names.file(" lead and trail ", text("blanks"));
      names.file("-rf", text("dash"));
      names.file("back\\slash\t\"quote\"'", text("quotes"));
      names.file(filled('n', NAME_MAX), text("255 bytes"));
      names.file("\u6b20\u7247 na\u00efve \ud83d\ude00", text("UTF-8"));
      names.file("nai\u0308ve", text("decomposed"));
      names.file("na\u00efve", text("composed"));
      names.file("Case", text("upper")).file("case", text("lower"));
      names.file("latest:path", text("colon"));
      try (TreeBuilder raw = names.folder(new byte[] {'d', (byte) 0xc3})) {
        raw.file(new byte[] {(byte) 0xc3, '('}, text("in a folder that is not UTF-8"));
      }
    }
  }

  /** A path longer than PATH_MAX, which only names relative to open folders can reach. */
  private static void deep(TreeBuilder tree) throws PosixException {
    TreeBuilder[] levels = new TreeBuilder[DEEP_LEVELS];
    TreeBuilder at = tree;
    for (int level = 0; level < DEEP_LEVELS; level++) {
      at = at.folder(level == 0 ? RawName.of("deep") : filled('d', NAME_MAX));
      levels[level] = at;
    }
    at.file("bottom", text("more than PATH_MAX below"));
    for (int level = DEEP_LEVELS - 1; level >= 0; level--) {
      levels[level].finallyModified(1_000_000_000 + level, level);
      levels[level].close();
    }
  }

  private static void sizes(TreeBuilder tree) throws PosixException {
    try (TreeBuilder sizes = tree.folder("sizes")) {
      for (long size : new long[] {0, 1, 4095, 4096, 4097}) {
        sizes.file("small-" + size, size);
      }
      for (long around : new long[] {MIB, 4 * MIB}) {
        for (long size = around - 1; size <= around + 1; size++) {
          sizes.file("large-" + size, size);
        }
      }
      sizes.file("cut", 9 * MIB + 17);
      sizes.file("zeros", new byte[(int) MIB]);
      byte[] twice = new byte[200_000];
      Arrays.fill(twice, (byte) 'k');
      sizes.file("same-1", twice).file("same-2", twice);
      sizes.folder("empty").close();
    }
  }

  private static void sparse(TreeBuilder tree) throws PosixException {
    try (TreeBuilder sparse = tree.folder("sparse")) {
      sparse.sparse(
          "islands", 512 * MIB, new DataRange(64 * MIB, 70_000), new DataRange(400 * MIB, 5 * MIB));
      sparse.sparse("only-hole", 8 * MIB);
      sparse.sparse("hole-at-end", 3 * MIB, new DataRange(0, 4096));
      sparse.sparse("data-at-end", 3 * MIB, new DataRange(3 * MIB - 5, 5));
    }
  }

  private static void links(TreeBuilder tree) throws PosixException {
    try (TreeBuilder links = tree.folder("links")) {
      links.file("target", text("linked"));
      links.hardLink("further", "target");
      links.file("large", 2 * MIB).hardLink("large-too", "large");
      try (TreeBuilder other = links.folder("other")) {
        other.hardLink("from-afar", links, "target");
      }
      links.symlink("relative", "target");
      links.symlink("dangling", "no/such/thing");
      links.symlink("loop-a", "loop-b").symlink("loop-b", "loop-a").symlink("self", "self");
      links.symlink("absolute", "/etc/hostname").symlink("upward", "../../../..");
      links.symlink("folder", "other").symlink("long", "x".repeat(4000));
      links.directory().createSymlink(RawName.of("raw"), new byte[] {(byte) 0xff, '\n'});
      links.modified("dangling", 1_111_111_111, 111_111_111);
    }
  }

  private void modes(TreeBuilder tree) throws PosixException {
    try (TreeBuilder modes = tree.folder("modes")) {
      for (int mode : new int[] {0644, 0600, 0444, 0400, 0777, 04755, 02755, 06711, 01644}) {
        String name = "mode-%04o".formatted(mode);
        modes.file(name, text("mode " + mode)).mode(name, mode);
      }
      try (TreeBuilder closed = modes.folder("closed")) {
        closed.file("inside", text("in a folder without write"));
        closed.finallyMode(0500).finallyModified(1_234_567_890, 5);
      }
      modes.folder("sticky").finallyMode(01777).close();
      modes.folder("group").finallyMode(02750).close();
      if (root) {
        modes.file("mode-0000", text("nobody may")).mode("mode-0000", 0);
        modes.folder("dark").finallyMode(0).close();
        modes.file("given", text("another's")).owner("given", 1234, 4321).mode("given", 06755);
        modes.symlink("given-link", "given").owner("given-link", 77, 78);
        modes.folder("given-folder").close();
        modes.owner("given-folder", 65534, 65534);
      }
    }
  }

  private static void times(TreeBuilder tree) throws PosixException {
    try (TreeBuilder times = tree.folder("times")) {
      times.file("before-1970", text("old")).modified("before-1970", -86_400, 999_999_999);
      times.file("epoch", text("zero")).modified("epoch", 0, 0);
      times.file("after-2038", text("new")).modified("after-2038", 5_000_000_000L, 1);
      times.file("one-nano", text("nano")).modified("one-nano", 1_700_000_000, 1);
      times.finallyModified(-1, 500_000_000);
    }
  }

  private void attributes(TreeBuilder tree) throws PosixException {
    try (TreeBuilder attributes = tree.folder("attributes")) {
      byte[] binary = new byte[256];
      for (int value = 0; value < binary.length; value++) {
        binary[value] = (byte) value;
      }
      attributes.file("file", text("with attributes"));
      attributes.attribute("file", "user.binary", binary);
      attributes.attribute("file", "user.empty", new byte[0]);
      attributes.attribute("file", "user." + "n".repeat(200), text("long name"));
      attributes.folder("folder").close();
      attributes.attribute("folder", "user.note", text("on a folder"));
      if (root) {
        attributes.attribute("file", "trusted.kakera", text("for root only"));
        attributes.symlink("link", "file").attribute("link", "trusted.kakera", text("on a link"));
      }
    }
  }

  private void many(TreeBuilder tree) throws PosixException {
    try (TreeBuilder many = tree.folder("many")) {
      for (int index = 0; index < 3000; index++) {
        many.file("entry-%04d".formatted(index), Seeds.bytes(random, random.nextInt(60)));
      }
    }
  }

  private static void cached(TreeBuilder tree) throws PosixException {
    try (TreeBuilder cached = tree.folder("cached")) {
      cached.file("CACHEDIR.TAG", text("Signature: 8a477f597d28d172789f06886806bc55\n# a cache"));
      cached.file("junk", text("can be made again"));
      try (TreeBuilder deep = cached.folder("deep")) {
        deep.file("junk", text("this too"));
      }
    }
    try (TreeBuilder notCached = tree.folder("not-cached")) {
      notCached.file("CACHEDIR.TAG", text("no signature")).file("kept", text("kept"));
    }
  }

  private static void specials(TreeBuilder tree, Path folder) throws IOException {
    try (TreeBuilder special = tree.folder("special")) {
      special.fifo("fifo");
      try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        socket.bind(UnixDomainSocketAddress.of(folder.resolve("special").resolve("socket")));
      }
    }
  }

  private static byte[] filled(char letter, int size) {
    byte[] name = new byte[size];
    Arrays.fill(name, (byte) letter);
    return name;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
