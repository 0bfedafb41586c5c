package dev.kakera.producer.backup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What a backup has done so far; written by the backup, read by whoever shows it. */
public final class BackupProgress {
  private static final int NAMED_MAX = 10_000;

  private final LongAdder entries = new LongAdder();
  private final LongAdder files = new LongAdder();
  private final LongAdder fileBytes = new LongAdder();
  private volatile long readBeforeFile;
  private final LongAdder readBytes = new LongAdder();
  private final LongAdder newFiles = new LongAdder();
  private final LongAdder changedFiles = new LongAdder();
  private final LongAdder problems = new LongAdder();
  private final List<String> named = Collections.synchronizedList(new ArrayList<>());
  private volatile Phase phase = Phase.SETTLING;

  /** What a backup is doing; each is a word that people see. */
  public enum Phase {
    SETTLING("finishing what an earlier run left"),
    READING("reading"),
    ENCODING("waiting for stripes"),
    ACKNOWLEDGING("waiting for acknowledgements"),
    COMMITTING("committing"),
    CLEANING("cleaning up"),
    DONE("done");

    private final String words;

    Phase(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  void enter(Phase next) {
    phase = next;
  }

  void entry() {
    entries.increment();
  }

  /** A file is done with, whatever came of it. */
  void passed(long size) {
    files.increment();
    fileBytes.add(size);
    readBeforeFile = readBytes.sum();
  }

  void read(long bytes) {
    readBytes.add(bytes);
  }

  void fresh() {
    newFiles.increment();
  }

  void changed() {
    changedFiles.increment();
  }

  void problem(String message) {
    problems.increment();
    if (named.size() < NAMED_MAX) {
      named.add(message);
    }
  }

  public Phase phase() {
    return phase;
  }

  public long entries() {
    return entries.sum();
  }

  /** Files that the walk has passed, read or not. */
  public long files() {
    return files.sum();
  }

  /** Bytes of the files that the walk has passed, and of the one it reads what is read of it. */
  public long fileBytes() {
    return fileBytes.sum() + Math.max(0, readBytes.sum() - readBeforeFile);
  }

  /** Bytes of content that were read. */
  public long readBytes() {
    return readBytes.sum();
  }

  public long newFiles() {
    return newFiles.sum();
  }

  public long changedFiles() {
    return changedFiles.sum();
  }

  public long problems() {
    return problems.sum();
  }

  /** One line for each problem, the first ten thousand. */
  public List<String> named() {
    synchronized (named) {
      return List.copyOf(named);
    }
  }
}
