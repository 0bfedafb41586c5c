package dev.kakera.producer.backup;

import dev.kakera.core.snapshot.Extent;
import java.util.List;

/**
 * What a file holds, once it is known where: a small file's extents are known when its pack is
 * closed. Shared by all names of one file. Confined to one thread.
 */
final class Content {
  private List<Extent> extents;
  private long size;
  private boolean consistent = true;

  static Content of(long size, List<Extent> extents, boolean consistent) {
    Content content = pending(size, consistent);
    content.resolve(extents);
    return content;
  }

  static Content pending(long size, boolean consistent) {
    Content content = new Content();
    content.size = size;
    content.consistent = consistent;
    return content;
  }

  void resolve(List<Extent> found) {
    extents = List.copyOf(found);
  }

  boolean resolved() {
    return extents != null;
  }

  List<Extent> extents() {
    return extents;
  }

  long size() {
    return size;
  }

  boolean consistent() {
    return consistent;
  }
}
