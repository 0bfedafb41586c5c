package dev.kakera.catalog.manifest;

import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.RawName;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an entry is, as raw names from the source's root, which itself is the empty path. Orders as
 * manifests do: depth first, a folder before what is in it, names by unsigned bytes.
 */
public record EntryPath(List<Bytes> names) implements Comparable<EntryPath> {
  public static final EntryPath ROOT = new EntryPath(List.of());

  public EntryPath {
    names = List.copyOf(names);
  }

  /**
   * Reads names divided by slashes; a slash at the start or end, doubled slashes and single dots
   * mean nothing.
   *
   * @throws IllegalArgumentException if one of the names is {@code ..} or holds a zero byte
   */
  public static EntryPath parse(byte[] path) {
    List<Bytes> names = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= path.length; at++) {
      if (at == path.length || path[at] == '/') {
        byte[] name = java.util.Arrays.copyOfRange(path, start, at);
        if (name.length > 0 && !(name.length == 1 && name[0] == '.')) {
          names.add(Bytes.takeOwnershipOf(RawName.requireComponent(name)));
        }
        start = at + 1;
      }
    }
    return new EntryPath(names);
  }

  /** The same from text that a person typed. */
  public static EntryPath parse(String path) {
    return parse(RawName.of(path));
  }

  public int depth() {
    return names.size();
  }

  /** The last name; empty for the root. */
  public Bytes name() {
    return names.isEmpty() ? Bytes.EMPTY : names.getLast();
  }

  /** Whether this is {@code base} or something in it. */
  public boolean isWithin(EntryPath base) {
    return names.size() >= base.names.size()
        && names.subList(0, base.names.size()).equals(base.names);
  }

  /** What follows {@code base}, which it must be within. */
  public EntryPath below(EntryPath base) {
    if (!isWithin(base)) {
      throw new IllegalArgumentException("%s is not within %s".formatted(this, base));
    }
    return new EntryPath(names.subList(base.names.size(), names.size()));
  }

  /** The names joined by slashes, as raw bytes. */
  public Bytes toBytes() {
    java.io.ByteArrayOutputStream joined = new java.io.ByteArrayOutputStream();
    for (Bytes name : names) {
      if (joined.size() > 0) {
        joined.write('/');
      }
      joined.writeBytes(name.toBytes());
    }
    return Bytes.takeOwnershipOf(joined.toByteArray());
  }

  @Override
  public int compareTo(EntryPath other) {
    int common = Math.min(names.size(), other.names.size());
    for (int index = 0; index < common; index++) {
      int order = names.get(index).compareTo(other.names.get(index));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(names.size(), other.names.size());
  }

  /** For people: one line, what is not printable escaped. */
  @Override
  public String toString() {
    return names.isEmpty() ? "." : RawName.display(toBytes().toBytes());
  }
}
