package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person does not want to be backed up. All patterns are those of gitignore(5), matched
 * against raw bytes.
 *
 * <p>Who has the last word, from first to last: patterns of {@code --exclude}; {@code
 * .kakeraignore} of the entry's own directory, then of the directories above it up to the source;
 * files of {@code --exclude-file}, the last given first. Within each of these the last pattern that
 * matches decides. Below an excluded directory nothing can be included again. What the patterns
 * leave can still be excluded by a marker in its directory ({@code CACHEDIR.TAG}, {@code
 * --exclude-if-present}) or as a file that is too large.
 */
public final class ExcludeRules {
  /** Nothing is excluded except by {@code .kakeraignore} and {@code CACHEDIR.TAG}. */
  public static final ExcludeRules DEFAULT = builder().build();

  private final ExcludeList options;
  private final List<ExcludeList> filesLastFirst;
  private final List<ContentMarker> markers;
  private final byte[] ignoreFileName;
  private final long fileSizeMaxBytes;

  private ExcludeRules(Builder builder) {
    this.options = ExcludeList.ofOption(builder.patterns, "--exclude");
    this.filesLastFirst = List.copyOf(builder.files.reversed());
    this.markers = List.copyOf(builder.markers);
    this.ignoreFileName = builder.ignoreFileName;
    this.fileSizeMaxBytes = builder.fileSizeMaxBytes;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Which rule decides about a path, read from the directories as they are now. A path that does
   * not exist is taken for a file.
   *
   * @param source the source folder, open
   * @throws PosixException if a directory on the way or its {@code .kakeraignore} cannot be read
   */
  public ExcludeVerdict explain(Directory source, SourcePath path) throws PosixException {
    return new ExcludeExplanation(this, source).of(path);
  }

  ExcludeList options() {
    return options;
  }

  List<ExcludeList> filesLastFirst() {
    return filesLastFirst;
  }

  List<ContentMarker> markers() {
    return markers;
  }

  byte[] ignoreFileName() {
    return ignoreFileName;
  }

  /** The rule for a file of this size, or null if it is not too large. */
  ExcludeRule decideSize(long sizeBytes) {
    return sizeBytes > fileSizeMaxBytes
        ? new ExcludeRule("--exclude-larger-than", 0, fileSizeMaxBytes + " bytes", false)
        : null;
  }

  /** Collects rules; each method returns this builder. */
  public static final class Builder {
    private final List<byte[]> patterns = new ArrayList<>();
    private final List<ExcludeList> files = new ArrayList<>();
    private final List<ContentMarker> markers = new ArrayList<>(List.of(ContentMarker.CACHE_TAG));
    private byte[] ignoreFileName = RawName.of(".kakeraignore");
    private long fileSizeMaxBytes = Long.MAX_VALUE;

    private Builder() {}

    /**
     * Adds a pattern, as {@code --exclude} does. {@code #} and trailing spaces are part of it.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public Builder pattern(String pattern) {
      return pattern(RawName.of(pattern));
    }

    /** The same for raw bytes. */
    public Builder pattern(byte[] pattern) {
      if (pattern.length == 0) {
        throw new IllegalArgumentException("--exclude needs a pattern, got an empty one");
      }
      patterns.add(pattern.clone());
      return this;
    }

    /**
     * Adds the patterns in a file, as {@code --exclude-file} does; they apply from the source
     * folder on.
     *
     * @throws IOException if it cannot be read
     */
    public Builder file(Path file) throws IOException {
      return file(Files.readAllBytes(file), file.toString());
    }

    /** The same for contents that were read already; {@code origin} is shown to people. */
    public Builder file(byte[] content, String origin) {
      files.add(ExcludeList.ofFile(content, origin));
      return this;
    }

    /**
     * Excludes the contents of directories that hold an entry of this name, except that entry.
     *
     * @throws IllegalArgumentException if it is not a single name
     */
    public Builder ifPresent(byte[] name) {
      markers.add(ContentMarker.named(name));
      return this;
    }

    /** Keeps the contents of directories that a {@code CACHEDIR.TAG} marks as caches. */
    public Builder keepCaches() {
      markers.remove(ContentMarker.CACHE_TAG);
      return this;
    }

    /** Excludes files that are larger. */
    public Builder largerThan(long sizeBytes) {
      if (sizeBytes < 0) {
        throw new IllegalArgumentException(
            "--exclude-larger-than needs a size of 0 or more bytes, got " + sizeBytes);
      }
      fileSizeMaxBytes = sizeBytes;
      return this;
    }

    Builder ignoreFileName(String name) {
      ignoreFileName = RawName.of(name);
      return this;
    }

    public ExcludeRules build() {
      return new ExcludeRules(this);
    }
  }
}
