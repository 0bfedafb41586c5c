package dev.kakera.store.disk;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A peer's data directory, held by one store at a time from opening to close. What lies where is
 * {@link StoreLayout}. Not thread-safe.
 */
public final class StoreDirectory implements AutoCloseable {
  /** Where a peer elsewhere keeps how it reaches its home; the store itself does not look there. */
  public static final String MEMBERSHIP = "membership";

  private static final Set<String> OWN_NAMES =
      Set.of(
          "lock",
          "identity.key",
          "shards",
          "heads",
          "bundles",
          "trash",
          "quarantine",
          "tmp",
          MEMBERSHIP);

  /** Directories that this process serves. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final StoreLayout layout;
  private final StoreFiles files;
  private final @Nullable FileChannel lockFile;
  private final Signatures.SigningKey key;
  private final PeerId peerId;
  private StoreProperties properties;
  private boolean closed;

  private StoreDirectory(
      StoreLayout layout,
      StoreFiles files,
      @Nullable FileChannel lockFile,
      Signatures.SigningKey key,
      StoreProperties properties) {
    this.layout = layout;
    this.files = files;
    this.lockFile = lockFile;
    this.key = key;
    this.peerId = PeerId.ofPublicKey(properties.publicKey().toBytes());
    this.properties = properties;
  }

  /**
   * Opens the directory of {@code peer}, or makes it when it is missing or empty.
   *
   * @throws StoreInUseException if another store serves it
   * @throws StoreUnusableException if it holds something else, another peer's store, or a damaged
   *     one
   */
  public static StoreDirectory openOrCreate(Path directory, String peer) throws IOException {
    return openOrCreate(directory, peer, new DiskFiles());
  }

  /** As above, through other file calls. */
  public static StoreDirectory openOrCreate(Path directory, String peer, StoreFiles files)
      throws IOException {
    Topics.requirePeer(peer);
    StoreLayout layout = new StoreLayout(Files.createDirectories(directory).toRealPath());
    if (!Files.exists(layout.properties())) {
      requireEmpty(layout);
    }
    FileChannel lockFile = lock(layout);
    try {
      if (!Files.exists(layout.properties())) {
        create(layout, files, peer);
      }
      return open(layout, files, lockFile, Optional.of(peer));
    } catch (IOException | RuntimeException e) {
      unlock(layout, lockFile);
      throw e;
    }
  }

  /**
   * Opens a directory that is a store already.
   *
   * @throws StoreUnusableException if it is none
   */
  public static StoreDirectory openExisting(Path directory) throws IOException {
    StoreLayout layout = existing(directory);
    FileChannel lockFile = lock(layout);
    try {
      return open(layout, new DiskFiles(), lockFile, Optional.empty());
    } catch (IOException | RuntimeException e) {
      unlock(layout, lockFile);
      throw e;
    }
  }

  /**
   * Looks whether a directory is a store and has its key. Takes no lock: a store that starts at the
   * same moment must not find its directory in use.
   *
   * @throws StoreUnusableException if it is not
   */
  public static void check(Path directory) throws IOException {
    StoreDirectory unused = open(existing(directory), new DiskFiles(), null, Optional.empty());
  }

  private static StoreLayout existing(Path directory) throws IOException {
    if (!Files.isRegularFile(new StoreLayout(directory).properties())) {
      throw new StoreUnusableException(
          directory + " is not a store: it has no store.properties; check the path");
    }
    return new StoreLayout(directory.toRealPath());
  }

  /**
   * A directory that lies elsewhere than in the file system, so that nobody else can serve it; made
   * when it is not there.
   *
   * @param key the peer's
   * @param fresh the store's id if it is made
   */
  public static StoreDirectory elsewhere(
      StoreLayout layout, StoreFiles files, String peer, Signatures.SigningKey key, StoreId fresh)
      throws IOException {
    Bytes publicKey = Bytes.takeOwnershipOf(key.publicKey());
    if (!files.exists(layout.properties())) {
      makeStore(layout, files, new StoreProperties(peer, fresh, publicKey, Optional.empty()));
    }
    return new StoreDirectory(
        layout, files, null, key, StoreProperties.read(layout.properties(), files));
  }

  public StoreLayout layout() {
    return layout;
  }

  public StoreFiles files() {
    return files;
  }

  public String peer() {
    return properties.peer();
  }

  public PeerId peerId() {
    return peerId;
  }

  public StoreId storeId() {
    return properties.store();
  }

  /** The key that verifies this peer's receipts; 32 bytes. */
  public Bytes publicKey() {
    return properties.publicKey();
  }

  public Signatures.SigningKey signingKey() {
    return key;
  }

  public Optional<HomeRef> home() {
    return properties.home();
  }

  /**
   * Ties the directory to a home, once.
   *
   * @throws AnotherHomeException if it is tied to another
   */
  public void bindHome(HomeRef home) throws IOException {
    Optional<HomeRef> bound = properties.home();
    if (bound.isPresent()) {
      if (!bound.get().equals(home)) {
        throw new AnotherHomeException(layout.root(), bound.get(), home);
      }
      return;
    }
    StoreProperties next = properties.withHome(home);
    next.write(layout, files);
    properties = next;
  }

  /** Makes this another store in the eyes of the home: what it said before no longer counts. */
  public void renewStoreId() throws IOException {
    StoreProperties next = properties.withStore(randomStoreId());
    next.write(layout, files);
    properties = next;
  }

  /** Lets another store serve the directory. */
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      unlock(layout, lockFile);
    }
  }

  private static StoreDirectory open(
      StoreLayout layout, StoreFiles files, @Nullable FileChannel lockFile, Optional<String> peer)
      throws IOException {
    StoreProperties properties = StoreProperties.read(layout.properties(), files);
    if (peer.isPresent() && !peer.get().equals(properties.peer())) {
      throw new StoreUnusableException(
          "store %s belongs to peer %s, not to %s: check the path"
              .formatted(layout.root(), properties.peer(), peer.get()));
    }
    Signatures.SigningKey key = readIdentity(layout);
    if (!Bytes.takeOwnershipOf(key.publicKey()).equals(properties.publicKey())) {
      throw new StoreUnusableException(
          "store %s: identity.key is not the key of store.properties: put back the right one"
              .formatted(layout.root()));
    }
    return new StoreDirectory(layout, files, lockFile, key, properties);
  }

  private static void create(StoreLayout layout, StoreFiles files, String peer) throws IOException {
    files.makeDirectory(layout.temporary());
    if (!Files.exists(layout.identity())) {
      writeIdentity(layout);
    }
    Bytes publicKey = Bytes.takeOwnershipOf(readIdentity(layout).publicKey());
    makeStore(
        layout, files, new StoreProperties(peer, randomStoreId(), publicKey, Optional.empty()));
  }

  /** {@code store.properties} comes last: with it, everything else is there. */
  private static void makeStore(StoreLayout layout, StoreFiles files, StoreProperties properties)
      throws IOException {
    for (Path folder : layout.folders()) {
      files.makeDirectory(folder);
    }
    StoreJournal.create(layout, files, properties.store(), false);
    properties.write(layout, files);
  }

  private static StoreId randomStoreId() {
    byte[] bytes = new byte[StoreId.BYTES];
    new SecureRandom().nextBytes(bytes);
    return StoreId.copyOf(bytes);
  }

  private static void writeIdentity(StoreLayout layout) throws IOException {
    byte[] seed = new byte[Secret.BYTES];
    new SecureRandom().nextBytes(seed);
    Path next = layout.temporary().resolve("identity.key");
    Files.deleteIfExists(next);
    try (FileChannel channel =
        FileChannel.open(
            next,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer buffer = ByteBuffer.wrap(seed);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    } finally {
      Arrays.fill(seed, (byte) 0);
    }
    Files.move(next, layout.identity());
  }

  private static Signatures.SigningKey readIdentity(StoreLayout layout) throws IOException {
    Path file = layout.identity();
    if (!Files.isRegularFile(file) || Files.size(file) != Secret.BYTES) {
      throw new StoreUnusableException(
          "store %s: identity.key is missing or has not %d bytes: put it back, or start with an empty directory as a new peer"
              .formatted(layout.root(), Secret.BYTES));
    }
    try (Secret seed = Secret.takeOwnershipOf(Files.readAllBytes(file))) {
      return new Signatures.SigningKey(seed);
    }
  }

  /**
   * Takes the directory for this store. Closing any channel of a file gives up the locks that this
   * process has on it, so what the process itself holds is looked up first.
   */
  private static FileChannel lock(StoreLayout layout) throws IOException {
    if (!HELD.add(layout.root())) {
      throw new StoreInUseException(layout.root());
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(layout.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new StoreInUseException(layout.root());
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      unlock(layout, channel);
      throw e;
    }
  }

  private static void unlock(StoreLayout layout, @Nullable FileChannel channel) throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      HELD.remove(layout.root());
    }
  }

  /** What an interrupted creation leaves is empty enough. */
  private static void requireEmpty(StoreLayout layout) throws IOException {
    try (Stream<Path> names = Files.list(layout.root())) {
      Optional<Path> foreign =
          names
              .filter(name -> !OWN_NAMES.contains(name.getFileName().toString()))
              .filter(name -> !name.getFileName().toString().startsWith("journal.db"))
              .findFirst();
      if (foreign.isPresent()) {
        throw new StoreUnusableException(
            "%s is neither a store nor empty (it has %s): choose an empty directory"
                .formatted(layout.root(), foreign.get().getFileName()));
      }
    }
    for (Path folder : layout.folders()) {
      if (Files.isDirectory(folder) && !folder.equals(layout.temporary()) && !isEmpty(folder)) {
        throw new StoreUnusableException(
            "%s has objects but no store.properties: put back a copy of that file, or choose an empty directory"
                .formatted(layout.root()));
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> names = Files.list(folder)) {
      return names.findAny().isEmpty();
    }
  }
}
