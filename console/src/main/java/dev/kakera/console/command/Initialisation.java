package dev.kakera.console.command;

import dev.kakera.console.Invocation;
import dev.kakera.console.ProcessSettings;
import dev.kakera.console.check.Check;
import dev.kakera.console.check.DataChecks;
import dev.kakera.console.check.Finding;
import dev.kakera.console.check.Prerequisite;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.role.LocalStores;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.producer.ledger.Catalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the keys and hands out the words, once. */
final class Initialisation {
  private static final int STRANGERS_SECONDS = 60;

  private final Invocation invocation;
  private final Path wordsFile;
  private final Optional<Introductions> introductions = Introductions.ofEnvironment();

  /**
   * @param wordsFile where the words go; null shows them
   */
  Initialisation(Invocation invocation, Path wordsFile) {
    this.invocation = invocation;
    this.wordsFile = wordsFile;
  }

  /**
   * What a new mesh is made with, as people type it.
   *
   * @param peers null for one per shard
   */
  static MeshSettings settings(String geometry, Integer peers) {
    try {
      Geometry parsed = Geometry.parse(geometry);
      return new MeshSettings(
          parsed, peers == null ? Math.min(64, Math.max(2, parsed.n())) : peers);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          MessageId.USAGE, "--geometry or --trial-peers: " + e.getMessage(), e);
    }
  }

  /** What must hold before anything is made. */
  List<Check> checks(MeshSettings settings) {
    List<Check> checks = new ArrayList<>(new DataChecks(invocation).ofNoMesh());
    checks.add(Check.of(Prerequisite.MESH, () -> unmet(this::addRemains, "none yet; is made now")));
    checks.add(
        Check.of(
            Prerequisite.PEERS,
            () ->
                unmet(missing -> addStrangers(settings.peerNames(), missing), "to be made known")));
    checks.add(
        Check.of(
            Prerequisite.WORDS_FILE,
            () ->
                unmet(this::addWordsFile, wordsFile == null ? "words are shown" : "" + wordsFile)));
    return checks;
  }

  @FunctionalInterface
  private interface Gathering {
    void add(List<CommandFailure.Missing> missing) throws IOException, InterruptedException;
  }

  private static List<Finding> unmet(Gathering gathering, String good)
      throws IOException, InterruptedException {
    List<CommandFailure.Missing> missing = new ArrayList<>();
    gathering.add(missing);
    return missing.isEmpty()
        ? List.of(new Finding.Good(good))
        : missing.stream().<Finding>map(Finding.Unmet::new).toList();
  }

  private void addWordsFile(List<CommandFailure.Missing> missing) {
    if (wordsFile == null) {
      if (invocation.terminal().json()) {
        missing.add(
            new CommandFailure.Missing(
                MessageId.PREREQUISITE_MISSING,
                "with --json the recovery words are never printed: name a file for them with --words-file"));
      }
      return;
    }
    Path folder = wordsFile.toAbsolutePath().getParent();
    if (Files.exists(wordsFile)) {
      if (!holdsWords()) {
        missing.add(
            new CommandFailure.Missing(
                MessageId.WORDS_FILE_EXISTS,
                "%s is there already and holds no 24 recovery words; nothing is ever written over. Name another file with --words-file"
                    .formatted(wordsFile)));
      }
    } else if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      missing.add(
          new CommandFailure.Missing(
              MessageId.PREREQUISITE_MISSING,
              "the words cannot be written to %s: %s is no folder that this user may write to"
                  .formatted(wordsFile, folder)));
    }
  }

  /** Stores that have not said who they are; those that were started just now get a minute. */
  private void addStrangers(List<String> names, List<CommandFailure.Missing> missing)
      throws IOException, InterruptedException {
    if (introductions.isEmpty()) {
      return;
    }
    int patience = STRANGERS_SECONDS;
    for (String name : names) {
      while (introductions.get().peer(name).isEmpty() && patience > 0) {
        TimeUnit.SECONDS.sleep(1);
        patience--;
      }
      if (introductions.get().peer(name).isEmpty()) {
        missing.add(
            new CommandFailure.Missing(
                MessageId.TOO_FEW_PEERS,
                "the store of %s has not said who it is in %s; start it: docker compose up -d, and run this again"
                    .formatted(name, introductions.get().folder())));
      }
    }
  }

  private static List<Introductions.Peer> introduced(
      Introductions introductions, List<String> names) throws IOException {
    List<Introductions.Peer> peers = new ArrayList<>();
    for (String name : names) {
      peers.add(introductions.peer(name).orElseThrow());
    }
    return peers;
  }

  /** What is left of a mesh is never made anew: new keys over old data would lose all of it. */
  private void addRemains(List<CommandFailure.Missing> missing) {
    Path settings = invocation.data().mesh();
    boolean keys = new KeyFolder(invocation.data().keys()).exists();
    if (keys && !Files.exists(settings)) {
      missing.add(
          new CommandFailure.Missing(
              MessageId.PREREQUISITE_MISSING,
              "%s is missing, but %s holds keys; nothing was changed. Bring it back from a copy"
                  .formatted(settings, invocation.data().keys())));
    }
    if (!keys && holdsSnapshots()) {
      missing.add(
          new CommandFailure.Missing(
              MessageId.KEY_WRONG,
              "%s holds snapshots, but %s holds no keys; nothing was changed. Bring the keys back from a copy, or restore with the words: kakera recover"
                  .formatted(invocation.data().path(), invocation.data().keys())));
    }
  }

  /**
   * Whether a store holds a head; a catalog may be lost, and stores may be registered and empty.
   */
  private boolean holdsSnapshots() {
    Path stores = invocation.data().path().resolve("stores");
    if (!Files.isDirectory(stores)) {
      return false;
    }
    try (DirectoryStream<Path> heads = Files.newDirectoryStream(stores)) {
      for (Path store : heads) {
        if (isFilled(store.resolve("heads"))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(stores), e);
    }
  }

  private static boolean isFilled(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return files.iterator().hasNext();
    }
  }

  void run(MeshSettings settings) throws IOException {
    invocation.data().create();
    ProcessSettings.use(invocation.data());
    invocation.lock();
    if (invocation.isInitialised()) {
      return;
    }
    settings.write(invocation.data().mesh());
    // Catalog and stores before the keys: where there are keys, these were made too.
    try (Catalog catalog = Catalog.create(invocation.data().catalog())) {
      if (introductions.isPresent()) {
        LocalStores.register(introduced(introductions.get(), settings.peerNames()), catalog);
      } else {
        LocalStores.register(invocation.data(), settings.peerNames(), catalog);
      }
    }
    new KeyFolder(invocation.data().keys())
        .create(System.currentTimeMillis(), wordsFile, this::show);
  }

  private void show(List<String> words) {
    if (wordsFile != null) {
      invocation
          .terminal()
          .say("Recovery words written to " + wordsFile + ". Keep them off this machine.");
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append(
        "These 24 words and any stores that are enough bring everything back. They are shown this"
            + " once and kept\n");
    text.append("nowhere: write them on paper, and keep it away from this machine.\n\n");
    for (int index = 0; index < words.size(); index++) {
      text.append("%4d. %-10s".formatted(index + 1, words.get(index)));
      text.append(index % 4 == 3 ? "\n" : "");
    }
    invocation.terminal().err().println(text);
  }

  private boolean holdsWords() {
    try {
      RecoveryWords.decode(Files.readString(wordsFile)).close();
      return true;
    } catch (IOException | RecoveryWords.WrongWordsException e) {
      return false;
    }
  }
}
