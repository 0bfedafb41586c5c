package dev.kakera.posix;

import java.util.ArrayDeque;

/** Where a handle was opened, kept as a chain so that only an error message spells the path out. */
final class Label {
  private final Label parent;
  private final byte[] name;

  private Label(Label parent, byte[] name) {
    this.parent = parent;
    this.name = name;
  }

  static Label root(byte[] path) {
    return new Label(null, path);
  }

  Label child(byte[] name) {
    return new Label(this, name);
  }

  String display() {
    ArrayDeque<String> parts = new ArrayDeque<>();
    for (Label label = this; label != null; label = label.parent) {
      parts.addFirst(RawName.display(label.name));
    }
    return String.join("/", parts);
  }
}
