package dev.kakera.console.data;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.store.disk.HomeRef;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;

/**
 * A folder through which a home and the stores beside it learn each other's public keys: a file for
 * each peer, one for the home. Nothing in it is secret, and all of it is written again at each
 * start; what counts are the catalog, and what a store is bound to.
 */
public final class Introductions {
  /** Names the folder where roles run in containers. */
  public static final String VARIABLE = "KAKERA_INTRODUCTIONS";

  private static final String HOME = "home";
  private static final String REPO = "repo";
  private static final String PUBLIC_KEY = "public-key";

  private final Path folder;

  public Introductions(Path folder) {
    this.folder = folder;
  }

  /** That of the environment; empty where all roles share one data folder. */
  public static Optional<Introductions> ofEnvironment() {
    String folder = System.getenv(VARIABLE);
    return folder == null || folder.isBlank()
        ? Optional.empty()
        : Optional.of(new Introductions(Path.of(folder)));
  }

  /** A peer as it says it is. */
  public record Peer(PeerRef ref, Bytes publicKey) {}

  public Path folder() {
    return folder;
  }

  public void introducePeer(String name, Bytes publicKey) throws IOException {
    write("peer-of-" + name, PUBLIC_KEY + "=" + hex(publicKey) + "\n");
  }

  public void introduceHome(HomeRef home) throws IOException {
    write(HOME, REPO + "=" + home.repo() + "\n" + PUBLIC_KEY + "=" + hex(home.publicKey()) + "\n");
  }

  /** Empty until its store has said who it is. */
  public Optional<Peer> peer(String name) throws IOException {
    Optional<Properties> read = read("peer-of-" + name);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    try {
      Bytes publicKey = publicKey(read.get());
      return Optional.of(
          new Peer(new PeerRef(name, PeerId.ofPublicKey(publicKey.toBytes())), publicKey));
    } catch (IllegalArgumentException | MalformedException e) {
      throw damaged("peer-of-" + name, e);
    }
  }

  /** Empty until the home was initialised and has run once. */
  public Optional<HomeRef> home() throws IOException {
    Optional<Properties> read = read(HOME);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    try {
      RepoId repo = RepoId.parse(read.get().getProperty(REPO, ""));
      return Optional.of(new HomeRef(repo, publicKey(read.get())));
    } catch (IllegalArgumentException | MalformedException e) {
      throw damaged(HOME, e);
    }
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toBytes());
  }

  private static Bytes publicKey(Properties properties) {
    byte[] bytes = HexFormat.of().parseHex(properties.getProperty(PUBLIC_KEY, ""));
    if (bytes.length != Signatures.PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d bytes, expected %d"
              .formatted(PUBLIC_KEY, bytes.length, Signatures.PUBLIC_KEY_BYTES));
    }
    return Bytes.takeOwnershipOf(bytes);
  }

  /** Leaves a file that says it already as it is. */
  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      PrivateFiles.replace(file, text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private Optional<Properties> read(String name) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(folder.resolve(name))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return Optional.of(properties);
  }

  private CommandFailure damaged(String name, RuntimeException why) {
    return new CommandFailure(
        MessageId.FAILED,
        "%s is not as it was written: %s. Delete it; its owner writes it again when it starts"
            .formatted(folder.resolve(name), why.getMessage()),
        why);
  }
}
