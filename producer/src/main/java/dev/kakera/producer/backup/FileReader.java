package dev.kakera.producer.backup;

import dev.kakera.core.cut.CutLimits;
import dev.kakera.core.cut.Cutter;
import dev.kakera.core.cut.GearTable;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.posix.DataRange;
import dev.kakera.posix.PosixException;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.scan.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file into chunks: small ones into packs, up to 4 MiB whole, larger ones cut by content. A
 * file that is written meanwhile is read again, three times in all (I-30). Confined to one thread.
 */
final class FileReader {
  private static final int TRIES = 3;
  private static final int BUFFER_BYTES = 2 * CutLimits.MAX_BYTES;

  private final ChunkPublisher publisher;
  private final Packer packer;
  private final BackupProgress progress;
  private final Cutter cutter;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] chunk = new byte[CutLimits.MAX_BYTES];

  FileReader(
      ChunkPublisher publisher, Packer packer, RepositoryKeys keys, BackupProgress progress) {
    this.publisher = publisher;
    this.packer = packer;
    this.progress = progress;
    try (Secret seed = keys.keys().secret(KeyPurpose.CUT)) {
      cutter = new Cutter(GearTable.keyed(seed.toBytes()));
    }
  }

  Content read(SourceFile file) throws PosixException, InterruptedException {
    for (int left = TRIES - 1; ; left--) {
      Optional<Content> content = readOnce(file, left == 0);
      if (content.isPresent()) {
        return content.get();
      }
      file.restart();
    }
  }

  /** Empty when the file changed meanwhile, unless that is to be taken. */
  private Optional<Content> readOnce(SourceFile file, boolean takeInconsistent)
      throws PosixException, InterruptedException {
    long size = file.statBefore().sizeBytes();
    if (size <= CutLimits.PACK_FILE_MAX_BYTES && !file.statBefore().isSparse()) {
      int got = fill(file, 0, buffer, 0, (int) size);
      boolean consistent = got == size && !file.changed();
      if (!consistent && !takeInconsistent) {
        return Optional.empty();
      }
      return Optional.of(
          got == 0 ? Content.of(0, List.of(), consistent) : packer.add(buffer, got, consistent));
    }
    List<Extent> extents = new ArrayList<>();
    long end = readRanges(file, size, extents);
    boolean consistent = end == size && !file.changed();
    return consistent || takeInconsistent
        ? Optional.of(Content.of(end, extents, consistent))
        : Optional.empty();
  }

  /**
   * Reads every range of data; gives where the file ended, which is before its size when it was cut
   * short meanwhile.
   */
  private long readRanges(SourceFile file, long size, List<Extent> extents)
      throws PosixException, InterruptedException {
    long position = 0;
    for (Optional<DataRange> range = file.nextDataRange(0);
        range.isPresent();
        range = file.nextDataRange(position)) {
      if (range.get().offset() > position) {
        extents.add(new Extent.Hole(range.get().offset() - position));
      }
      position = range.get().offset();
      long read = readRange(file, range.get(), extents);
      position += read;
      if (read < range.get().sizeBytes()) {
        return position;
      }
    }
    if (position < size) {
      extents.add(new Extent.Hole(size - position));
    }
    return size;
  }

  private long readRange(SourceFile file, DataRange range, List<Extent> extents)
      throws PosixException, InterruptedException {
    boolean whole = range.sizeBytes() <= CutLimits.WHOLE_FILE_MAX_BYTES;
    long position = range.offset();
    int from = 0;
    int have = 0;
    boolean last = false;
    while (!last || have > 0) {
      if (!last) {
        System.arraycopy(buffer, from, buffer, 0, have);
        from = 0;
        int want = (int) Math.min(buffer.length - have, range.endOffset() - position);
        int got = fill(file, position, buffer, have, want);
        have += got;
        position += got;
        last = got < want || position == range.endOffset();
      }
      for (int cut = cut(whole, from, have, last); cut > 0; cut = cut(whole, from, have, last)) {
        System.arraycopy(buffer, from, chunk, 0, cut);
        extents.add(new Extent.Data(publisher.publish(chunk, cut, List.of()), 0, cut));
        from += cut;
        have -= cut;
      }
    }
    return position - range.offset();
  }

  /** Length of the next chunk, or less than 1 when more is to be read first, or nothing is left. */
  private int cut(boolean whole, int from, int have, boolean last) {
    if (have == 0) {
      return 0;
    }
    return whole ? (last ? have : 0) : cutter.cut(buffer, from, have, last);
  }

  private int fill(SourceFile file, long offset, byte[] target, int start, int length)
      throws PosixException {
    int done = 0;
    while (done < length) {
      int got = file.readAt(offset + done, target, start + done, length - done);
      if (got <= 0) {
        break;
      }
      done += got;
      progress.read(got);
    }
    return done;
  }
}
