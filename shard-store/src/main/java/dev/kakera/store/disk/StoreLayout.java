package dev.kakera.store.disk;

import dev.kakera.core.id.Locator;
import dev.kakera.core.seal.ObjectType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where things lie in a data directory.
 *
 * <pre>
 * store.properties      layout version, peer, store id, public key, home
 * identity.key          the peer's Ed25519 seed, 32 bytes, for its owner only
 * journal.db            receipts, trash, day count (SQLite, with -wal beside it)
 * lock                  locked while a store serves the directory
 * shards/ab/abcd..      sealed shards, named by locator: 64 hex digits below their first two
 * heads/abcd..          sealed heads
 * bundles/abcd..        sealed key bundles
 * trash/abcd..          deleted, held
 * quarantine/abcd..     damaged
 * tmp/                  being written; emptied at start
 * </pre>
 *
 * <p>{@code shards}, {@code heads} and {@code bundles} are enough to recover from: nothing else
 * here is needed for it.
 */
public record StoreLayout(Path root) {

  /** What this program writes; another number is refused. */
  public static final int VERSION = 1;

  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

  public Path properties() {
    return root.resolve("store.properties");
  }

  public Path identity() {
    return root.resolve("identity.key");
  }

  public Path journal() {
    return root.resolve("journal.db");
  }

  public Path lock() {
    return root.resolve("lock");
  }

  public Path trash() {
    return root.resolve("trash");
  }

  public Path quarantine() {
    return root.resolve("quarantine");
  }

  public Path temporary() {
    return root.resolve("tmp");
  }

  /** The folder of one kind of object; shards have one more level below it. */
  public Path folder(ObjectType type) {
    return switch (type) {
      case SHARD -> root.resolve("shards");
      case HEAD -> root.resolve("heads");
      case BUNDLE -> root.resolve("bundles");
      case KEYRING, CACHE ->
          throw new IllegalArgumentException("a " + type + " never lies at a peer");
    };
  }

  /** The kinds of object that lie at a peer. */
  public static List<ObjectType> keptTypes() {
    return List.of(ObjectType.SHARD, ObjectType.HEAD, ObjectType.BUNDLE);
  }

  /** The file of an object that is stored. */
  public Path object(ObjectType type, Locator locator) {
    String name = locator.toString();
    Path folder = folder(type);
    return type == ObjectType.SHARD
        ? folder.resolve(name.substring(0, 2)).resolve(name)
        : folder.resolve(name);
  }

  public Path trashed(Locator locator) {
    return trash().resolve(locator.toString());
  }

  public Path quarantined(Locator locator) {
    return quarantine().resolve(locator.toString());
  }

  /** Every folder, parents first. */
  public List<Path> folders() {
    return List.of(
        folder(ObjectType.SHARD),
        folder(ObjectType.HEAD),
        folder(ObjectType.BUNDLE),
        trash(),
        quarantine(),
        temporary());
  }

  /** The locator that a file is named by; empty for a name that is none. */
  public static Optional<Locator> locatorOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return NAME.matcher(name).matches() ? Optional.of(Locator.parse(name)) : Optional.empty();
  }
}
