package dev.kakera.store.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;

/**
 * What {@code store.properties} says.
 *
 * @param publicKey 32 bytes
 * @param home empty until the store first serves one
 */
record StoreProperties(String peer, StoreId store, Bytes publicKey, Optional<HomeRef> home) {
  private static final int SIZE_MAX = 64 << 10;
  private static final String LAYOUT = "layout";
  private static final String PEER = "peer";
  private static final String STORE = "store-id";
  private static final String KEY = "public-key";
  private static final String HOME_REPO = "home-repo";
  private static final String HOME_KEY = "home-key";

  StoreProperties withStore(StoreId next) {
    return new StoreProperties(peer, next, publicKey, home);
  }

  StoreProperties withHome(HomeRef next) {
    return new StoreProperties(peer, store, publicKey, Optional.of(next));
  }

  static StoreProperties read(Path file, StoreFiles files) throws IOException {
    Properties properties = new Properties();
    byte[] text = files.read(file, (int) Math.min(SIZE_MAX, files.size(file)));
    try {
      properties.load(new StringReader(new String(text, UTF_8)));
    } catch (IllegalArgumentException e) {
      throw damaged(file, "it is not a properties file");
    }
    String layout = require(file, properties, LAYOUT);
    if (!layout.equals(Integer.toString(StoreLayout.VERSION))) {
      throw new StoreUnusableException(
          "store %s has layout %s, this program knows %d: use the version of kakera that wrote it, or a newer one"
              .formatted(file.getParent(), layout, StoreLayout.VERSION));
    }
    try {
      String repo = properties.getProperty(HOME_REPO);
      Optional<HomeRef> home =
          repo == null
              ? Optional.empty()
              : Optional.of(
                  new HomeRef(RepoId.parse(repo), bytes(require(file, properties, HOME_KEY))));
      return new StoreProperties(
          require(file, properties, PEER),
          StoreId.parse(require(file, properties, STORE)),
          bytes(require(file, properties, KEY)),
          home);
    } catch (IllegalArgumentException | MalformedException e) {
      throw damaged(file, e.getMessage());
    }
  }

  /** Replaces the file as a whole: after a power cut it is the old one or this one. */
  void write(StoreLayout layout, StoreFiles files) throws IOException {
    StringBuilder text = new StringBuilder();
    line(text, LAYOUT, Integer.toString(StoreLayout.VERSION));
    line(text, PEER, peer);
    line(text, STORE, store.toString());
    line(text, KEY, HexFormat.of().formatHex(publicKey.toBytes()));
    home.ifPresent(
        ref -> {
          line(text, HOME_REPO, ref.repo().toString());
          line(text, HOME_KEY, HexFormat.of().formatHex(ref.publicKey().toBytes()));
        });
    Path next = layout.temporary().resolve("store.properties");
    files.delete(next);
    try (StoreFiles.NewFile file = files.create(next)) {
      file.write(text.toString().getBytes(UTF_8));
      file.force();
    }
    files.rename(next, layout.properties());
    files.forceDirectory(layout.root());
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append(key).append('=').append(value).append('\n');
  }

  private static Bytes bytes(String hex) {
    return Bytes.takeOwnershipOf(HexFormat.of().parseHex(hex));
  }

  private static String require(Path file, Properties properties, String key)
      throws StoreUnusableException {
    String value = properties.getProperty(key);
    if (value == null) {
      throw damaged(file, key + " is missing");
    }
    return value;
  }

  private static StoreUnusableException damaged(Path file, String finding) {
    return new StoreUnusableException(
        "%s is damaged (%s): put back a copy of it, or start with an empty directory and let the home send again"
            .formatted(file, finding));
  }
}
