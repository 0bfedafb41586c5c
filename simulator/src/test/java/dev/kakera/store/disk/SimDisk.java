package dev.kakera.store.disk;

import dev.kakera.sim.Process;
import dev.kakera.sim.World;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A disk of which a power cut leaves what was synced and any part of the rest: sectors of 512 bytes
 * each for itself, and any of the names that no directory sync has covered, a rename whole or not.
 */
public final class SimDisk implements StoreFiles {
  private static final int SECTOR = 512;

  private static final class Node {
    byte[] bytes = new byte[0];
    byte[] synced = new byte[0];
    @Nullable SimTables tables;
  }

  /**
   * A change of names that no directory sync covers yet.
   *
   * @param from null when nothing goes
   * @param to null when nothing comes
   */
  private record Renaming(@Nullable Path from, @Nullable Path to, @Nullable Node node) {
    boolean touches(Path directory) {
      return from != null && directory.equals(from.getParent())
          || to != null && directory.equals(to.getParent());
    }
  }

  private final World world;
  private final TreeMap<Path, Node> names = new TreeMap<>();
  private final TreeMap<Path, Node> durable = new TreeMap<>();
  private final TreeSet<Path> directories = new TreeSet<>();
  private final TreeSet<Path> newDirectories = new TreeSet<>();
  private final List<Renaming> pending = new ArrayList<>();
  private Process process;
  private long cutAfter = Long.MAX_VALUE;
  private long failSyncAfter = Long.MAX_VALUE;
  private long fullUntil;
  private boolean lies;

  public SimDisk(World world) {
    this.world = world;
  }

  /** Whoever runs on this disk now. */
  public void serve(Process by) {
    process = by;
  }

  /** The power fails at the nth call from now. */
  public void cutAfter(long calls) {
    cutAfter = calls;
  }

  /** The nth sync from now fails, and drops what it was given. */
  public void failSyncAfter(long syncs) {
    failSyncAfter = syncs;
  }

  public void fillUntil(long nanos) {
    fullUntil = nanos;
  }

  /** It says synced, and is not. */
  public void lie() {
    lies = true;
  }

  public void heal() {
    cutAfter = Long.MAX_VALUE;
    failSyncAfter = Long.MAX_VALUE;
    fullUntil = 0;
    lies = false;
  }

  private void call() {
    if (--cutAfter <= 0) {
      world.mark("power cut between two calls of a store");
      cutAfter = Long.MAX_VALUE;
      cutPower();
      process.kill();
    }
    process.call();
  }

  private void sync() throws IOException {
    call();
    if (--failSyncAfter <= 0) {
      failSyncAfter = Long.MAX_VALUE;
      world.mark("sync failed");
      throw new IOException("Input/output error");
    }
  }

  /** What is not synced is gone, or there in part. */
  public void cutPower() {
    for (Renaming each : List.copyOf(pending)) {
      if (world.chance(0.5)) {
        apply(each);
      } else {
        world.mark("a power cut took back a name");
      }
    }
    pending.clear();
    for (Path each : newDirectories) {
      if (world.chance(0.5)) {
        world.mark("a power cut took back a directory");
        directories.removeIf(path -> path.startsWith(each));
        durable.keySet().removeIf(path -> path.startsWith(each));
      }
    }
    newDirectories.clear();
    names.clear();
    names.putAll(durable);
    for (Node node : new ArrayList<>(names.values())) {
      if (!Arrays.equals(node.bytes, node.synced)) {
        world.mark("a power cut tore a file");
        node.bytes = torn(node.synced, node.bytes);
        node.synced = node.bytes.clone();
      }
    }
  }

  private byte[] torn(byte[] synced, byte[] written) {
    byte[] torn = Arrays.copyOf(synced, world.chance(0.5) ? written.length : synced.length);
    for (int from = 0; from < torn.length; from += SECTOR) {
      if (world.chance(0.5)) {
        System.arraycopy(
            written,
            from,
            torn,
            from,
            Math.max(0, Math.min(SECTOR, Math.min(torn.length, written.length) - from)));
      }
    }
    return torn;
  }

  private void apply(Renaming each) {
    if (each.from() != null) {
      durable.remove(each.from());
    }
    if (each.to() != null) {
      durable.put(each.to(), each.node());
    }
  }

  private void change(@Nullable Path from, @Nullable Path to, @Nullable Node node) {
    if (from != null) {
      names.remove(from);
    }
    if (to != null) {
      names.put(to, node);
    }
    pending.add(new Renaming(from, to, node));
  }

  private Node node(Path file) throws NoSuchFileException {
    Node node = names.get(file);
    if (node == null) {
      throw new NoSuchFileException(file.toString());
    }
    return node;
  }

  @Override
  public NewFile create(Path file) throws IOException {
    call();
    if (names.containsKey(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Node node = new Node();
    change(null, file, node);
    return new NewFile() {
      @Override
      public void write(byte[] bytes) throws IOException {
        call();
        if (world.nanos() < fullUntil) {
          node.bytes = Arrays.copyOf(bytes, world.random.nextInt(bytes.length));
          world.mark("disk full in the middle of a file");
          throw new IOException("No space left on device");
        }
        node.bytes = bytes.clone();
      }

      @Override
      public void force() throws IOException {
        sync();
        if (!lies) {
          node.synced = node.bytes.clone();
        }
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    call();
    change(from, to, node(from));
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    sync();
    if (lies) {
      return;
    }
    newDirectories.removeIf(each -> directory.equals(each.getParent()));
    for (Renaming each : List.copyOf(pending)) {
      if (each.touches(directory)) {
        apply(each);
        pending.remove(each);
      }
    }
  }

  @Override
  public boolean makeDirectory(Path directory) {
    call();
    if (!directories.add(directory)) {
      return false;
    }
    newDirectories.add(directory);
    return true;
  }

  @Override
  public void delete(Path file) {
    call();
    if (names.containsKey(file)) {
      change(file, null, null);
    }
  }

  @Override
  public long size(Path file) throws IOException {
    call();
    return node(file).bytes.length;
  }

  @Override
  public byte[] read(Path file, int sizeBytes) throws IOException {
    call();
    byte[] bytes = node(file).bytes;
    if (bytes.length < sizeBytes) {
      throw new EOFException(file + " ends after " + bytes.length);
    }
    return Arrays.copyOf(bytes, sizeBytes);
  }

  @Override
  public boolean exists(Path file) {
    return names.containsKey(file) || directories.contains(file);
  }

  @Override
  public boolean isDirectory(Path directory) {
    return directories.contains(directory);
  }

  @Override
  public List<Path> list(Path directory) {
    call();
    List<Path> found = new ArrayList<>();
    if (!directories.contains(directory)) {
      return found;
    }
    for (Path each : names.tailMap(directory).keySet()) {
      if (!each.startsWith(directory)) {
        break;
      }
      if (directory.equals(each.getParent())) {
        found.add(each);
      }
    }
    for (Path each : directories) {
      if (directory.equals(each.getParent())) {
        found.add(each);
      }
    }
    return found;
  }

  @Override
  public JournalTables.Source journals() {
    return new JournalTables.Source() {
      @Override
      public void create(Path file, dev.kakera.core.id.StoreId store, boolean rebuilding) {
        call();
        Node node = new Node();
        node.tables = new SimTables(store, rebuilding, SimDisk.this::sync);
        change(null, file, node);
      }

      @Override
      public JournalTables open(Path file) throws IOException {
        call();
        return node(file).tables;
      }
    };
  }

  @Override
  public long usableBytes(Path directory) {
    return world.nanos() < fullUntil && world.chance(0.5) ? 100 : 1L << 40;
  }

  /** What a file holds now; null when there is none. For the oracle, which is no process. */
  public byte @Nullable [] look(Path file) {
    Node node = names.get(file);
    return node == null ? null : node.bytes;
  }

  /** Files below a directory. */
  public List<Path> lookBelow(Path directory) {
    return names.keySet().stream().filter(file -> file.startsWith(directory)).toList();
  }

  public SimTables lookTables(Path file) {
    return names.get(file).tables;
  }

  /** One bit of a file is another. */
  public void flipBit(Path file) {
    Node node = names.get(file);
    if (node.bytes.length > 0) {
      int at = world.random.nextInt(node.bytes.length);
      node.bytes = node.bytes.clone();
      node.bytes[at] ^= (byte) (1 << world.random.nextInt(8));
      node.synced = node.bytes.clone();
    }
  }

  /** Everything as it is now, to go back to. */
  public Map<Path, Object> image() {
    Map<Path, Object> image = new HashMap<>();
    durable.forEach(
        (path, node) ->
            image.put(path, node.tables == null ? node.synced.clone() : node.tables.copy()));
    return image;
  }

  /** Goes back to an image; an empty one is a new disk. */
  public void restore(Map<Path, Object> image) {
    names.clear();
    durable.clear();
    pending.clear();
    newDirectories.clear();
    if (image.isEmpty()) {
      directories.clear();
    }
    image.forEach(
        (path, content) -> {
          Node node = new Node();
          if (content instanceof SimTables tables) {
            node.tables = tables.copy();
          } else {
            node.bytes = ((byte[]) content).clone();
            node.synced = node.bytes.clone();
          }
          names.put(path, node);
        });
    durable.putAll(names);
  }
}
