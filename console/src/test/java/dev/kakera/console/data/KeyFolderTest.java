package dev.kakera.console.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFolderTest {
  @TempDir Path folder;
  private Path keys;
  private Path wordsFile;
  private KeyFolder keyFolder;
  private final List<String> handedOut = new ArrayList<>();

  @BeforeEach
  void open() {
    keys = folder.resolve("keys");
    wordsFile = folder.resolve("words");
    keyFolder = new KeyFolder(keys);
  }

  @Test
  void makesFilesThatOnlyTheirOwnerCanRead() throws Exception {
    create();
    keyFolder.spoolKeys().current();

    assertThat(mode(keys)).isEqualTo("rwx------");
    assertThat(mode(keys.resolve("spool"))).isEqualTo("rwx------");
    for (Path file :
        List.of(
            keys.resolve("keyring"),
            keys.resolve("home.key"),
            keys.resolve("recovery"),
            wordsFile)) {
      assertThat(mode(file)).as("%s", file).isEqualTo("rw-------");
    }
    try (var files = Files.list(keys.resolve("spool"))) {
      assertThat(files).hasSize(1).allMatch(file -> mode(file).equals("rw-------"));
    }
  }

  @Test
  void handsOutWordsThatOpenTheCopyForThePeers() throws Exception {
    create();

    assertThat(handedOut).hasSize(24);
    assertThat(Files.readString(wordsFile)).isEqualTo(String.join(" ", handedOut) + "\n");
    try (Secret words = RecoveryWords.decode(String.join(" ", handedOut));
        RepositoryKeys opened = keyFolder.open()) {
      KeyBundle bundle = BundleSealer.open(ObjectType.BUNDLE, keyFolder.bundle().toBytes(), words);
      assertThat(bundle.repo()).isEqualTo(opened.repo());
    }
  }

  @Test
  void neverWritesOverKeys() throws Exception {
    create();
    byte[] keyring = Files.readAllBytes(keys.resolve("keyring"));

    assertThatThrownBy(this::create).isInstanceOf(FileAlreadyExistsException.class);

    assertThat(Files.readAllBytes(keys.resolve("keyring"))).isEqualTo(keyring);
  }

  @Test
  void neverWritesOverAWordsFile() throws Exception {
    create();
    String words = Files.readString(wordsFile);
    KeyFolder other = new KeyFolder(folder.resolve("other"));

    other.create(0, wordsFile, handedOut::addAll);

    assertThat(Files.readString(wordsFile)).as("used as it is").isEqualTo(words);
  }

  @Test
  void isMadeAnewWhenACreationWasCutShortAtAnyStep() throws Exception {
    create();
    List<Path> inOrder =
        List.of(
            keys.resolve("home.key"), keys.resolve("recovery"), wordsFile, keys.resolve("keyring"));
    for (int done = 0; done < inOrder.size(); done++) {
      for (Path left : inOrder.subList(done, inOrder.size())) {
        Files.deleteIfExists(left);
      }
      assertThat(keyFolder.exists()).as("cut short after %d steps", done).isFalse();
      handedOut.clear();

      create();

      try (RepositoryKeys opened = keyFolder.open();
          Secret words = RecoveryWords.decode(Files.readString(wordsFile))) {
        KeyBundle bundle =
            BundleSealer.open(ObjectType.BUNDLE, keyFolder.bundle().toBytes(), words);
        assertThat(bundle.repo()).as("after %d steps", done).isEqualTo(opened.repo());
      }
      assertThat(Files.readString(wordsFile).strip()).isEqualTo(String.join(" ", handedOut));
    }
  }

  @Test
  void saysThatTheKeyFileIsOfOtherKeys() throws Exception {
    create();
    KeyFolder other = new KeyFolder(folder.resolve("other"));
    other.create(0, null, words -> {});
    Files.copy(
        folder.resolve("other/home.key"),
        keys.resolve("home.key"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertWrongKey("does not open the keyring");
  }

  @Test
  void saysThatTheKeyFileIsCutShort() throws Exception {
    create();
    Files.write(keys.resolve("home.key"), new byte[31]);

    assertWrongKey("31 bytes, expected 32");
  }

  @Test
  void saysThatTheKeyFileIsMissing() throws Exception {
    create();
    Files.delete(keys.resolve("home.key"));

    assertWrongKey("it is missing");
  }

  @Test
  void keepsSecretsOutOfWhatItPrints() throws Exception {
    create();
    byte[] home = Files.readAllBytes(keys.resolve("home.key"));
    String hex = java.util.HexFormat.of().formatHex(home);
    try (RepositoryKeys opened = keyFolder.open()) {
      var spoolKey = keyFolder.spoolKeys().current();
      String spoolHex = java.util.HexFormat.of().formatHex(spoolKey.secret().toBytes());
      assertThat(opened + " " + spoolKey + " " + keyFolder)
          .doesNotContain(hex)
          .doesNotContain(spoolHex)
          .doesNotContain(java.util.Arrays.toString(home));
      assertThat(opened.toString()).contains(opened.repo().toString());
    }
  }

  private void create() throws Exception {
    keyFolder.create(1, wordsFile, handedOut::addAll);
  }

  private void assertWrongKey(String why) {
    assertThatThrownBy(() -> keyFolder.open())
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.id()).isEqualTo(MessageId.KEY_WRONG))
        .hasMessageContaining(why)
        .hasMessageContaining("kakera recover");
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
