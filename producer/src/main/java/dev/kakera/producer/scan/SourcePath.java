package dev.kakera.producer.scan;

import dev.kakera.posix.RawName;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Where an entry is below its source: raw name components, none for the source itself. Entries of
 * one directory share the parent's path.
 *
 * <p>The order is that of the walk: component by component by unsigned bytes, a directory before
 * what is in it.
 */
public final class SourcePath implements Comparable<SourcePath> {
  /** The source folder itself. */
  public static final SourcePath ROOT = new SourcePath(null, new byte[0]);

  private final SourcePath parent;
  private final byte[] name;
  private final int depth;

  private SourcePath(SourcePath parent, byte[] name) {
    this.parent = parent;
    this.name = name;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  /**
   * A path from bytes joined by slashes, such as {@code photos/2024}; empty for the source itself.
   *
   * @throws IllegalArgumentException if a component is empty, {@code .} or {@code ..}, or holds NUL
   */
  public static SourcePath parse(byte[] joined) {
    SourcePath path = ROOT;
    int start = 0;
    for (int i = 0; i <= joined.length && joined.length > 0; i++) {
      if (i == joined.length || joined[i] == '/') {
        path = path.child(RawName.requireComponent(Arrays.copyOfRange(joined, start, i)));
        start = i + 1;
      }
    }
    return path;
  }

  /** The path of a name in this directory. The array is kept and not copied. */
  public SourcePath child(byte[] childName) {
    return new SourcePath(this, childName);
  }

  /** The directory it is in; of the source itself, null. */
  public SourcePath parent() {
    return parent;
  }

  /** Its own raw name: shared, so do not write to it. Empty for the source itself. */
  public byte[] name() {
    return name;
  }

  /** How many components there are. */
  public int depth() {
    return depth;
  }

  /** The components from the top: shared arrays, so do not write to them. */
  public List<byte[]> components() {
    List<byte[]> components = new ArrayList<>(depth);
    for (SourcePath path = this; path.parent != null; path = path.parent) {
      components.add(path.name);
    }
    Collections.reverse(components);
    return components;
  }

  /** The components joined by slashes, as a new array. */
  public byte[] joined() {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] component : components()) {
      if (joined.size() > 0) {
        joined.write('/');
      }
      joined.writeBytes(component);
    }
    return joined.toByteArray();
  }

  /** One harmless line for people, {@code .} for the source itself; see {@link RawName#display}. */
  public String display() {
    return parent == null ? "." : RawName.display(joined());
  }

  @Override
  public int compareTo(SourcePath other) {
    if (parent == other.parent) {
      return Arrays.compareUnsigned(name, other.name);
    }
    List<byte[]> left = components();
    List<byte[]> right = other.components();
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = Arrays.compareUnsigned(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(depth, other.depth);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourcePath that && depth == that.depth && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (SourcePath path = this; path.parent != null; path = path.parent) {
      hash = hash * 31 + Arrays.hashCode(path.name);
    }
    return hash;
  }

  @Override
  public String toString() {
    return display();
  }
}
