package dev.kakera.producer.backup;

import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.FileVersion;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.core.snapshot.Xattr;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.PosixException;
import dev.kakera.producer.scan.HardLinkId;
import dev.kakera.producer.scan.ScanEvent;
import dev.kakera.producer.scan.ScanProblem;
import dev.kakera.producer.scan.ScannedDirectory;
import dev.kakera.producer.scan.ScannedEntry;
import dev.kakera.producer.scan.ScannedFile;
import dev.kakera.producer.scan.ScannedSymlink;
import dev.kakera.producer.scan.SkippedEntry;
import dev.kakera.producer.scan.SourceFile;
import dev.kakera.producer.scan.SourcePath;
import dev.kakera.producer.scan.SourceScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Turns a walk into manifest entries, in its order: unchanged files as they were, others through
 * the {@link FileReader}. An entry whose pack is still open waits, and all behind it. Confined to
 * one thread.
 */
final class SourceWalk {
  /** Entries that may wait for a pack to fill up before it is closed as it is. */
  private static final int WAITING_MAX = 8192;

  private static final int MESSAGE_MAX_BYTES = 1024;

  private final PreviousManifest previous;
  private final Predicate<Extent.Data> held;
  private final FileReader reader;
  private final Packer packer;
  private final ManifestAssembler assembler;
  private final BackupProgress progress;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final Map<HardLinkId, Linked> links = new HashMap<>();
  private long files;
  private long folders;
  private long symlinks;
  private long absent;
  private long special;
  private long bytes;
  private long lastGroup;
  private SourcePath lastEntry;

  /** An entry that is made when its content is resolved. */
  private record Waiting(Content content, Function<Content, Entry> entry) {}

  /**
   * @param stat of the file as its content was taken
   */
  private record Linked(long group, Content content, FileStat stat, boolean mayHideChange) {}

  /**
   * @param held whether the chunk of an extent needs nothing from this session
   */
  SourceWalk(
      PreviousManifest previous,
      Predicate<Extent.Data> held,
      FileReader reader,
      Packer packer,
      ManifestAssembler assembler,
      BackupProgress progress) {
    this.previous = previous;
    this.held = held;
    this.reader = reader;
    this.packer = packer;
    this.assembler = assembler;
    this.progress = progress;
  }

  /** Walks to the end. */
  Head.Totals run(SourceScanner scanner) throws IOException, InterruptedException {
    for (Optional<ScanEvent> event = scanner.next(); event.isPresent(); event = scanner.next()) {
      progress.entry();
      switch (event.get()) {
        case ScannedFile file -> file(file);
        case ScannedDirectory folder -> {
          folders++;
          Metadata metadata = metadata(folder, folder.stat());
          add(folder.path(), path -> new Entry.Folder(path.depth(), name(path), metadata));
        }
        case ScannedSymlink symlink -> {
          symlinks++;
          Metadata metadata = metadata(symlink, symlink.stat());
          Bytes target = Bytes.copyOf(symlink.target());
          add(
              symlink.path(),
              path -> new Entry.Symlink(path.depth(), name(path), metadata, target));
        }
        case SkippedEntry skipped -> {
          special++;
          absent(skipped.path(), Entry.Reason.SPECIAL, skipped.reason().label());
        }
        case ScanProblem problem -> problem(problem);
      }
      drain(waiting.size() > WAITING_MAX);
    }
    packer.close();
    drain(false);
    return new Head.Totals(files, folders, symlinks, absent, special, bytes);
  }

  private void file(ScannedFile file) throws IOException, InterruptedException {
    take(file);
    progress.passed(file.stat().sizeBytes());
  }

  private void take(ScannedFile file) throws IOException, InterruptedException {
    Optional<HardLinkId> link = file.hardLink();
    Linked linked = link.map(links::get).orElse(null);
    if (linked != null && file.stat().isUnchangedSince(linked.stat())) {
      addFile(file, file.stat(), linked.content(), linked.group(), linked.mayHideChange());
      return;
    }
    long group = link.isPresent() ? ++lastGroup : 0;
    Optional<Entry.File> before = previous.file(file.path());
    if (before.isPresent() && unchanged(before.get(), file.stat())) {
      Content content = Content.of(before.get().size(), before.get().extents(), true);
      link.ifPresent(id -> links.put(id, new Linked(group, content, file.stat(), false)));
      addFile(file, file.stat(), content, group, false);
      return;
    }
    try (SourceFile open = file.open()) {
      Content content = reader.read(open);
      boolean mayHideChange = open.mayHideChange();
      link.ifPresent(
          id -> links.put(id, new Linked(group, content, open.statBefore(), mayHideChange)));
      addFile(file, open.statBefore(), content, group, mayHideChange);
      if (before.isPresent()) {
        progress.changed();
      } else {
        progress.fresh();
      }
      if (!content.consistent()) {
        progress.problem(
            file.path().display()
                + ": it went on changing while it was read three times; what is stored of it mixes"
                + " old and new. Stop what writes it and run the backup again");
      }
    } catch (PosixException e) {
      problem(ScanProblem.of(file.path(), e));
    }
  }

  private boolean unchanged(Entry.File before, FileStat now) {
    return before.consistent()
        && before.size() == now.sizeBytes()
        && before.metadata().mtimeSeconds() == now.modified().seconds()
        && before.metadata().mtimeNanos() == now.modified().nanos()
        && before.version().inode() == now.inode()
        && before.version().ctimeSeconds() == now.changed().seconds()
        && before.version().ctimeNanos() == now.changed().nanos()
        && before.extents().stream()
            .allMatch(extent -> !(extent instanceof Extent.Data data) || held.test(data));
  }

  private void addFile(
      ScannedFile file, FileStat stat, Content content, long group, boolean mayHideChange) {
    files++;
    bytes += content.size();
    Metadata metadata = metadata(file, stat);
    // A version that no stat ever shows: the next scan reads the file again.
    FileVersion version =
        mayHideChange
            ? new FileVersion(stat.device(), stat.inode(), 0, 0)
            : new FileVersion(
                stat.device(), stat.inode(), stat.changed().seconds(), stat.changed().nanos());
    SourcePath path = file.path();
    lastEntry = path;
    waiting.add(
        new Waiting(
            content,
            resolved ->
                new Entry.File(
                    path.depth(),
                    name(path),
                    metadata,
                    resolved.size(),
                    version,
                    group,
                    resolved.consistent(),
                    resolved.extents())));
  }

  private void problem(ScanProblem problem) {
    absent++;
    progress.problem(problem.message());
    Entry.Reason reason =
        problem.kind() == ScanProblem.Kind.VANISHED
            ? Entry.Reason.VANISHED
            : Entry.Reason.UNREADABLE;
    // What was handed out already and then found wanting (a folder's list, an attribute) has its
    // line.
    if (!problem.path().equals(lastEntry)) {
      absentEntry(problem.path(), reason, problem.message());
    }
  }

  private void absent(SourcePath path, Entry.Reason reason, String message) {
    if (!path.equals(lastEntry)) {
      absentEntry(path, reason, message);
    }
  }

  private void absentEntry(SourcePath path, Entry.Reason reason, String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    String text =
        bytes.length <= MESSAGE_MAX_BYTES
            ? message
            : Bytes.takeOwnershipOf(Arrays.copyOf(bytes, MESSAGE_MAX_BYTES - 8)).toString();
    add(path, at -> new Entry.Absent(at.depth(), name(at), reason, text));
  }

  private void add(SourcePath path, Function<SourcePath, Entry> entry) {
    lastEntry = path;
    waiting.add(new Waiting(Content.of(0, List.of(), true), _ -> entry.apply(path)));
  }

  private void drain(boolean closePack) throws IOException, InterruptedException {
    if (closePack && packer.isOpen() && !waiting.peek().content().resolved()) {
      packer.close();
    }
    while (!waiting.isEmpty() && waiting.peek().content().resolved()) {
      Waiting next = waiting.poll();
      assembler.add(next.entry().apply(next.content()));
    }
  }

  private Metadata metadata(ScannedEntry entry, FileStat stat) {
    List<Xattr> xattrs = entry.attributes().stream().sorted().map(SourceWalk::xattr).toList();
    long xattrBytes = xattrs.stream().mapToLong(Xattr::bytes).sum();
    if (xattrs.size() > Metadata.XATTR_COUNT_MAX || xattrBytes > Metadata.XATTRS_MAX_BYTES) {
      progress.problem(
          "%s: it has %d extended attributes of %d bytes, and at most %d of %d are kept; it is stored without any"
              .formatted(
                  entry.path().display(),
                  xattrs.size(),
                  xattrBytes,
                  Metadata.XATTR_COUNT_MAX,
                  Metadata.XATTRS_MAX_BYTES));
      xattrs = List.of();
    }
    return new Metadata(
        stat.permissions(),
        stat.userId(),
        stat.groupId(),
        stat.modified().seconds(),
        stat.modified().nanos(),
        xattrs);
  }

  private static Xattr xattr(ExtendedAttribute attribute) {
    return new Xattr(Bytes.copyOf(attribute.name()), Bytes.copyOf(attribute.value()));
  }

  private static Bytes name(SourcePath path) {
    return Bytes.copyOf(path.name());
  }
}
