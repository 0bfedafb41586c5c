package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a home must never let out, as canaries. */
final class HomeSecrets {
  private HomeSecrets() {}

  /** The words from their one showing: four in a line, numbered. */
  static List<String> words(String err) {
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("\\b(\\d+)\\. ([a-z]+)").matcher(err);
    while (word.find()) {
      assertThat(Integer.parseInt(word.group(1))).isEqualTo(words.size() + 1);
      words.add(word.group(2));
    }
    assertThat(words).as(err).hasSize(RecoveryWords.COUNT);
    return words;
  }

  /** Every three words that follow each other, in the ways that something might print them. */
  static Canaries runs(List<String> words) {
    Canaries runs = new Canaries();
    for (int start = 0; start + 3 <= words.size(); start++) {
      for (String between : List.of(" ", "\n", ", ", ",", "\",\"")) {
        runs.add(
            "recovery words from " + (start + 1),
            String.join(between, words.subList(start, start + 3)));
      }
    }
    return runs;
  }

  /**
   * Every key there is, and the words.
   *
   * @param keys the home's folder of keys
   */
  static Canaries of(Path keys, List<String> words) throws IOException {
    Canaries canaries = runs(words);
    try (Secret entropy = RecoveryWords.decode(String.join(" ", words))) {
      canaries.addKey("the recovery secret", entropy.toBytes());
    }
    canaries.addKey("the key file", Files.readAllBytes(keys.resolve("home.key")));
    try (Secret home = Secret.copyOf(Files.readAllBytes(keys.resolve("home.key")))) {
      KeyBundle bundle =
          BundleSealer.open(ObjectType.KEYRING, Files.readAllBytes(keys.resolve("keyring")), home);
      for (Secret master : bundle.masters()) {
        canaries.addKey("a master key", master.toBytes());
        master.close();
      }
    }
    try (RepositoryKeys opened = new KeyFolder(keys).open()) {
      for (KeyPurpose purpose : KeyPurpose.values()) {
        try (Secret derived = opened.keys().secret(purpose)) {
          canaries.addKey("the key for " + purpose, derived.toBytes());
        }
      }
    }
    for (Path spool : MeshFiles.files(keys.resolve("spool"))) {
      canaries.addKey("a spool key", Files.readAllBytes(spool));
    }
    return canaries;
  }
}
