package dev.kakera.console.data;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The home's keys on disk: the key bundle wrapped under a key file for an unattended start ({@code
 * keyring}), and the copy wrapped under the recovery words that goes to every peer ({@code
 * recovery}). The words themselves are never kept.
 */
public final class KeyFolder {
  private final Path folder;

  public KeyFolder(Path folder) {
    this.folder = folder;
  }

  public boolean exists() {
    return Files.exists(keyring());
  }

  /**
   * Makes new keys under 24 new words, or under those in {@code wordsFile} when a run that was cut
   * short left them there.
   *
   * @param wordsFile where the words are kept for their owner; null to only hand them out
   * @param handOut takes the words, this once
   */
  public void create(long nowMillis, Path wordsFile, Consumer<List<String>> handOut)
      throws IOException {
    if (exists()) {
      throw new FileAlreadyExistsException(
          keyring().toString(), null, "keys are never written over");
    }
    PrivateFiles.createFolder(folder);
    // Encoders may only read the folder, so they cannot make it.
    PrivateFiles.createFolder(spool());
    Secret master = random();
    try (Secret recovery = recoverySecret(wordsFile);
        Secret home = random()) {
      SecureRandom random = new SecureRandom();
      KeyBundle bundle =
          new KeyBundle(
              new RepoId(random.nextLong(), random.nextLong()), nowMillis, List.of(master));
      byte[] homeBytes = home.toBytes();
      PrivateFiles.replace(homeKey(), homeBytes);
      Arrays.fill(homeBytes, (byte) 0);
      PrivateFiles.replace(recovery(), BundleSealer.seal(ObjectType.BUNDLE, bundle, recovery));
      List<String> words = RecoveryWords.encode(recovery);
      if (wordsFile != null && !Files.exists(wordsFile)) {
        PrivateFiles.create(
            wordsFile, (String.join(" ", words) + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      handOut.accept(words);
      // The keyring comes last: a folder without it was never finished, and is made anew.
      PrivateFiles.replace(keyring(), BundleSealer.seal(ObjectType.KEYRING, bundle, home));
    } finally {
      master.close();
    }
  }

  private static Secret recoverySecret(Path wordsFile) throws IOException {
    return wordsFile != null && Files.exists(wordsFile)
        ? RecoveryWords.decode(Files.readString(wordsFile))
        : random();
  }

  /** Takes over keys that came back from peers, for a home that was lost. */
  public void adopt(KeyBundle bundle, byte[] sealedUnderWords) throws IOException {
    PrivateFiles.createFolder(folder);
    try (Secret home = random()) {
      byte[] homeBytes = home.toBytes();
      PrivateFiles.replace(homeKey(), homeBytes);
      Arrays.fill(homeBytes, (byte) 0);
      PrivateFiles.replace(recovery(), sealedUnderWords);
      PrivateFiles.replace(keyring(), BundleSealer.seal(ObjectType.KEYRING, bundle, home));
    }
  }

  /** The keys of the newest epoch; the caller closes them. */
  public RepositoryKeys open() throws IOException {
    byte[] secret = read(homeKey());
    if (secret.length != Secret.BYTES) {
      throw wrongKey("the key file has %d bytes, expected 32".formatted(secret.length), null);
    }
    try (Secret home = Secret.takeOwnershipOf(secret)) {
      KeyBundle bundle = BundleSealer.open(ObjectType.KEYRING, read(keyring()), home);
      RepositoryKeys keys = bundle.newest();
      bundle.masters().forEach(Secret::close);
      return keys;
    } catch (MalformedException e) {
      throw wrongKey("the key file does not open the keyring: " + e.getMessage(), e);
    }
  }

  /** Those that are there of the files that must be for their owner only. */
  public List<Path> secretFiles() {
    return List.of(homeKey(), keyring()).stream().filter(Files::exists).toList();
  }

  /** The key bundle as the peers keep it. */
  public Bytes bundle() throws IOException {
    return Bytes.takeOwnershipOf(read(recovery()));
  }

  public SpoolKeyFolder spoolKeys() throws IOException {
    return new SpoolKeyFolder(spool(), Clock.systemUTC());
  }

  private byte[] read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw wrongKey("it is missing", null);
    }
    return Files.readAllBytes(file);
  }

  private CommandFailure wrongKey(String why, Throwable cause) {
    return new CommandFailure(
        MessageId.KEY_WRONG,
        "the keys in %s cannot be used: %s. Bring the folder back from a copy, or restore with the words: kakera recover"
            .formatted(folder, why),
        cause);
  }

  private static Secret random() {
    byte[] bytes = new byte[Secret.BYTES];
    new SecureRandom().nextBytes(bytes);
    return Secret.takeOwnershipOf(bytes);
  }

  private Path homeKey() {
    return folder.resolve("home.key");
  }

  private Path spool() {
    return folder.resolve("spool");
  }

  private Path keyring() {
    return folder.resolve("keyring");
  }

  private Path recovery() {
    return folder.resolve("recovery");
  }
}
