package dev.kakera.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Builds the odd tree as the user that runs this, who then owns it. */
final class OddTreeProgram {
  private OddTreeProgram() {}

  /** Takes the folder and the seed. */
  public static void main(String[] words) throws IOException {
    new OddTree(new SplittableRandom(Long.parseLong(words[1])), false).build(Path.of(words[0]));
  }
}
