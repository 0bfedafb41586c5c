package dev.kakera.e2e;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/** An ordinary folder of photos, a film and notes, and what people do to it. */
final class SampleTree {
  private static final int MIB = 1 << 20;

  private final Path folder;
  private final SplittableRandom random;
  private int round;

  SampleTree(Path folder, SplittableRandom random) {
    this.folder = folder;
    this.random = random;
  }

  /**
   * Makes it.
   *
   * @param photos how many files of 0.5 to 1.5 MiB, each of which becomes a chunk of its own
   */
  SampleTree build(int photos) throws IOException {
    Files.createDirectories(folder.resolve("photos"));
    Files.createDirectories(folder.resolve("notes/old"));
    for (int photo = 0; photo < photos; photo++) {
      Files.write(
          folder.resolve("photos/photo-%03d.jpg".formatted(photo)),
          Seeds.bytes(random, MIB / 2 + random.nextInt(MIB)));
    }
    Files.write(folder.resolve("film.mov"), Seeds.bytes(random, 6 * MIB));
    for (int note = 0; note < 60; note++) {
      Files.writeString(folder.resolve("notes/note-%02d.txt".formatted(note)), text());
    }
    Files.writeString(folder.resolve("notes/old/kept.txt"), text());
    Files.createSymbolicLink(folder.resolve("newest"), Path.of("photos/photo-000.jpg"));
    return this;
  }

  /** Appends, edits in the middle, renames, deletes and adds. */
  void churn() throws IOException {
    round++;
    Files.write(
        folder.resolve("photos/photo-000.jpg"),
        Seeds.bytes(random, 1000),
        StandardOpenOption.APPEND);
    try (RandomAccessFile film = new RandomAccessFile(folder.resolve("film.mov").toFile(), "rw")) {
      film.seek(film.length() / 2 + random.nextInt(MIB));
      film.write(Seeds.bytes(random, 5000));
    }
    Path renamed = folder.resolve("photos/renamed-%d.jpg".formatted(round));
    Files.move(folder.resolve("photos/photo-%03d.jpg".formatted(round)), renamed);
    Files.move(
        folder.resolve("notes/note-%02d.txt".formatted(round)),
        folder.resolve("notes/old/moved-%d.txt".formatted(round)));
    Files.delete(folder.resolve("notes/note-%02d.txt".formatted(20 + round)));
    Files.writeString(folder.resolve("notes/note-%02d.txt".formatted(40 + round)), text());
    Files.write(folder.resolve("photos/new-%d.jpg".formatted(round)), Seeds.bytes(random, 2 * MIB));
    Files.createDirectories(folder.resolve("round-%d".formatted(round)));
  }

  private String text() {
    return "A note of %d words.\n".formatted(random.nextInt()).repeat(20 + random.nextInt(200));
  }

  /** A copy in every detail. */
  static Path copy(Path from, Path to) throws Exception {
    int exitCode =
        new ProcessBuilder("cp", "-a", "--no-target-directory", from.toString(), to.toString())
            .inheritIO()
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new AssertionError("%s was not copied to %s".formatted(from, to));
    }
    return to;
  }
}
