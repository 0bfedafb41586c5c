package dev.kakera.catalog.shards;

import dev.kakera.core.id.Locator;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.FileType;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One store's folder as plain files, without its journal or program:
 *
 * <pre>
 * shards/ab/ab12...   a sealed shard; its locator in hex, under the first two digits
 * heads/ab12...       a sealed head
 * bundles/ab12...     a sealed key bundle
 * trash/ab12...       any of these, deleted by an order and held back for some days
 * </pre>
 *
 * <p>Reads only, follows no links below the folder itself, reads nothing that is longer than
 * allowed. Several threads may read at once; none may while it is closed.
 */
public final class StoreFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFolder.class);

  /** Where a sealed header has its object type: behind magic, version and suite. */
  private static final int TYPE_AT = 6;

  private static final byte HEAD_TYPE = (byte) ObjectType.HEAD.id();
  private static final byte[] TRASH = RawName.of("trash");
  private static final Pattern LOCATOR = Pattern.compile("[0-9a-f]{64}");

  /** What lies whole at every peer. */
  public enum Whole {
    HEADS("heads"),
    BUNDLES("bundles");

    private final String folder;

    Whole(String folder) {
      this.folder = folder;
    }
  }

  private final String where;
  private final Directory root;
  private final Optional<Directory> shards;
  private final Optional<Directory> trash;

  private StoreFolder(
      String where, Directory root, Optional<Directory> shards, Optional<Directory> trash) {
    this.where = where;
    this.root = root;
    this.shards = shards;
    this.trash = trash;
  }

  /**
   * @throws PosixException when the folder itself cannot be opened
   */
  public static StoreFolder open(Path path) throws PosixException {
    Directory root = Directory.open(path);
    try {
      Optional<Directory> shards = folder(root, RawName.of("shards"));
      return new StoreFolder(path.toString(), root, shards, folder(root, TRASH));
    } catch (PosixException e) {
      root.close();
      throw e;
    }
  }

  /** The folder as it was given, for reports. */
  public String where() {
    return where;
  }

  /** Whether there is anything in it that a store would have made. */
  public boolean looksLikeStore() throws PosixException {
    return shards.isPresent()
        || root.find(RawName.of(Whole.HEADS.folder)).isPresent()
        || root.find(RawName.of(Whole.BUNDLES.folder)).isPresent();
  }

  /**
   * The bytes of a shard's file; empty when there is none.
   *
   * @param sizeBytes that it must have: a file of another length is not read
   * @throws WrongSizeException when it has another length
   */
  public Optional<byte[]> readShard(Locator locator, int sizeBytes) throws PosixException {
    String hex = locator.toString();
    Optional<byte[]> bytes = Optional.empty();
    if (shards.isPresent()) {
      Optional<Directory> prefix = folder(shards.get(), RawName.of(hex.substring(0, 2)));
      if (prefix.isPresent()) {
        try (Directory directory = prefix.get()) {
          bytes = read(directory, hex, sizeBytes, sizeBytes);
        }
      }
    }
    if (bytes.isEmpty() && trash.isPresent()) {
      return read(trash.get(), hex, sizeBytes, sizeBytes);
    }
    return bytes;
  }

  /**
   * Every object of a kind that lies whole in the store.
   *
   * @param sizeMaxBytes longer files are damaged
   * @param found called with the locator's text and the bytes
   * @param damaged called with a file's name and what is wrong with it
   */
  public void readWhole(
      Whole kind,
      int sizeMaxBytes,
      BiConsumer<String, byte[]> found,
      BiConsumer<String, String> damaged)
      throws PosixException {
    Optional<Directory> folder = folder(root, RawName.of(kind.folder));
    if (folder.isEmpty()) {
      return;
    }
    try (Directory directory = folder.get()) {
      for (String name : objects(directory)) {
        try {
          read(directory, name, 0, sizeMaxBytes).ifPresent(bytes -> found.accept(name, bytes));
        } catch (PosixException | WrongSizeException e) {
          damaged.accept(name, e.getMessage());
        }
      }
    }
  }

  /**
   * The heads among what was deleted and is held back.
   *
   * @param sizeMaxBytes longer ones are left out
   */
  public void readTrashedHeads(int sizeMaxBytes, BiConsumer<String, byte[]> found)
      throws PosixException {
    if (trash.isEmpty()) {
      return;
    }
    for (String name : objects(trash.get())) {
      try (OpenFile file = trash.get().openFile(RawName.of(name))) {
        byte[] start = new byte[SealedHeader.BYTES];
        boolean head =
            file.readAt(0, start, 0, start.length) == start.length && start[TYPE_AT] == HEAD_TYPE;
        if (head) {
          read(trash.get(), name, 0, sizeMaxBytes).ifPresent(bytes -> found.accept(name, bytes));
        }
      } catch (PosixException | WrongSizeException e) {
        LOG.debug("{}: deleted object {} is passed over: {}", where, name, e.getMessage());
      }
    }
  }

  /** Anything else in a store's folder, such as what was being written, is not an object. */
  private static List<String> objects(Directory directory) throws PosixException {
    List<String> names = new ArrayList<>();
    for (var entry : directory.sortedEntries()) {
      String name = RawName.display(entry.name());
      if (LOCATOR.matcher(name).matches()) {
        names.add(name);
      }
    }
    return names;
  }

  private static Optional<byte[]> read(Directory directory, String name, int least, int most)
      throws PosixException {
    try (OpenFile file = directory.openFile(RawName.of(name))) {
      long size = file.statAtOpen().sizeBytes();
      if (size < least || size > most) {
        throw new WrongSizeException(
            least == most
                ? "its file has %d bytes, expected %d".formatted(size, most)
                : "its file has %d bytes, at most %d expected".formatted(size, most));
      }
      byte[] bytes = new byte[(int) size];
      int count = file.readAt(0, bytes, 0, bytes.length);
      return Optional.of(count == bytes.length ? bytes : Arrays.copyOf(bytes, Math.max(0, count)));
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A file is shorter or longer than the object that its name promises. */
  public static final class WrongSizeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongSizeException(String message) {
      super(message);
    }
  }

  /** The directory of that name; empty when there is no such name or it is no directory. */
  private static Optional<Directory> folder(Directory in, byte[] name) throws PosixException {
    try {
      return Optional.of(in.openDirectory(name));
    } catch (PosixException e) {
      boolean absent = e.is(Errno.ENOENT);
      if (absent || in.find(name).filter(stat -> stat.type() == FileType.DIRECTORY).isEmpty()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void close() throws PosixException {
    if (shards.isPresent()) {
      shards.get().close();
    }
    if (trash.isPresent()) {
      trash.get().close();
    }
    root.close();
  }
}
