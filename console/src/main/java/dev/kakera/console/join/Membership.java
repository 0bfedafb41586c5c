package dev.kakera.console.join;

import dev.kakera.console.data.PrivateFiles;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.peer.TlsFiles;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.StoreDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a peer elsewhere keeps of having been accepted, in a folder of its store's, for its owner's
 * eyes only.
 *
 * @param broker where it meets the broker
 * @param home whose orders count
 * @param quotaBytes most bytes of sealed objects; 0 for no quota
 */
public record Membership(String peer, HostPort broker, HomeRef home, long quotaBytes) {
  private static final String FILE = "home.properties";
  private static final String VERSION = "1";

  /** The same with another quota, for one run. */
  public Membership withQuota(long bytes) {
    return new Membership(peer, broker, home, bytes);
  }

  private static Path folder(Path store) {
    return store.resolve(StoreDirectory.MEMBERSHIP);
  }

  /** Key and certificate of the peer whose store lies there. */
  public static TlsFiles tls(Path store) {
    return new TlsFiles(folder(store));
  }

  /** Written last: with it, everything else is there. */
  void write(Path store) throws IOException {
    Fields fields =
        new Fields()
            .put("version", VERSION)
            .put("peer", peer)
            .put("broker", broker.toString())
            .put("repo", home.repo().toString())
            .put("home-key", home.publicKey())
            .put("quota-bytes", Long.toString(quotaBytes));
    PrivateFiles.createFolder(folder(store));
    PrivateFiles.replace(folder(store).resolve(FILE), fields.encode());
  }

  /** Empty when no peer has joined with this store. */
  public static Optional<Membership> read(Path store) throws IOException {
    Path file = folder(store).resolve(FILE);
    try {
      Fields fields = Fields.decode(Files.readAllBytes(file));
      if (!fields.text("version").equals(VERSION)) {
        throw new CommandFailure(
            MessageId.VERSION_UNEQUAL,
            "%s: version %s, this program knows %s; run the newer program"
                .formatted(file, fields.text("version"), VERSION));
      }
      return Optional.of(
          new Membership(
              fields.text("peer"),
              HostPort.parse(file.toString(), fields.text("broker")),
              new HomeRef(RepoId.parse(fields.text("repo")), fields.bytes("home-key")),
              Long.parseLong(fields.text("quota-bytes"))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException | MalformedException e) {
      throw new CommandFailure(
          MessageId.STORE_UNUSABLE,
          "%s is not as it was written: %s. Bring it back from a copy, or join again: kakera peer join CODE --dir %s"
              .formatted(file, e.getMessage(), store),
          e);
    }
  }
}
