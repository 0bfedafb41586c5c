package dev.kakera.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.key.Signatures;
import dev.kakera.store.TestHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreDirectoryTest {
  @TempDir Path temp;

  @Test
  void isTheSameStoreWhenOpenedAgain() throws IOException {
    Path path = temp.resolve("a/b/store");
    StoreId store;
    PeerId peer;
    try (StoreDirectory made = StoreDirectory.openOrCreate(path, "sister")) {
      store = made.storeId();
      peer = made.peerId();
      byte[] signature = made.signingKey().sign(Signatures.Context.RECEIPT, new byte[] {1});
      assertThat(
              Signatures.verify(
                  made.publicKey().toBytes(),
                  Signatures.Context.RECEIPT,
                  new byte[] {1},
                  signature))
          .isTrue();
    }
    try (StoreDirectory again = StoreDirectory.openOrCreate(path, "sister")) {
      assertThat(again.storeId()).isEqualTo(store);
      assertThat(again.peerId()).isEqualTo(peer);
      assertThat(again.home()).isEmpty();
    }
    try (StoreDirectory existing = StoreDirectory.openExisting(path)) {
      assertThat(existing.peer()).isEqualTo("sister");
    }
  }

  @Test
  void letsOnlyTheOwnerReadItsKey() throws IOException {
    try (StoreDirectory made = StoreDirectory.openOrCreate(temp.resolve("store"), "sister")) {
      Path key = made.layout().identity();
      assertThat(Files.size(key)).isEqualTo(32);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
      assertThat(made.signingKey().toString()).isEqualTo("SigningKey");
    }
  }

  @Test
  void refusesASecondOpenerAndKeepsTheFirstOnesLock() throws Exception {
    Path path = temp.resolve("store");
    StoreDirectory first = StoreDirectory.openOrCreate(path, "sister");

    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "sister"))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining(path.toRealPath().toString())
        .hasMessageContaining("stop that one");
    assertThat(lockedForOtherProcesses(path)).isTrue();

    first.close();
    first.close();
    assertThat(lockedForOtherProcesses(path)).isFalse();
    StoreDirectory.openOrCreate(path, "sister").close();
  }

  @Test
  void isLookedAtWhileItIsServed() throws Exception {
    Path path = temp.resolve("a/b/store");
    assertThatThrownBy(() -> StoreDirectory.check(path)).isInstanceOf(StoreUnusableException.class);
    try (StoreDirectory _ = StoreDirectory.openOrCreate(path, "sister")) {
      StoreDirectory.check(path);
      assertThat(lockedForOtherProcesses(path)).as("still by its store alone").isTrue();
    }
    StoreDirectory.check(path);
    assertThat(lockedForOtherProcesses(path)).isFalse();
  }

  @Test
  void refusesAFolderThatHoldsSomethingElse() throws IOException {
    Path path = Files.createDirectory(temp.resolve("photos"));
    Files.writeString(path.resolve("one.jpg"), "not ours");

    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "sister"))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("one.jpg")
        .hasMessageContaining("choose an empty directory");
    assertThat(path.resolve("lock")).doesNotExist();
    assertThatThrownBy(() -> StoreDirectory.openExisting(path))
        .isInstanceOf(StoreUnusableException.class);
  }

  @Test
  void refusesObjectsWithoutProperties() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();
    Files.createFile(path.resolve("heads/" + "ab".repeat(32)));
    Files.delete(path.resolve("store.properties"));

    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "sister"))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("no store.properties");
  }

  @Test
  void finishesACreationThatWasInterrupted() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();
    byte[] key = Files.readAllBytes(path.resolve("identity.key"));
    Files.delete(path.resolve("store.properties"));

    try (StoreDirectory made = StoreDirectory.openOrCreate(path, "sister")) {
      assertThat(made.layout().identity()).hasBinaryContent(key);
      StoreJournal.open(made.layout().journal(), made.storeId(), new DiskFiles()).close();
    }
  }

  @Test
  void refusesAnotherPeersStore() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();

    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "brother"))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("sister");
    StoreDirectory.openOrCreate(path, "sister").close();
  }

  @Test
  void servesOneHomeForGood() throws IOException {
    Path path = temp.resolve("store");
    HomeRef home = new TestHome(1).ref();
    try (StoreDirectory made = StoreDirectory.openOrCreate(path, "sister")) {
      made.bindHome(home);
      made.bindHome(home);
    }
    try (StoreDirectory again = StoreDirectory.openOrCreate(path, "sister")) {
      assertThat(again.home()).contains(home);
      assertThatThrownBy(() -> again.bindHome(new TestHome(2).ref()))
          .isInstanceOf(AnotherHomeException.class)
          .hasMessageContaining(home.repo().toString());
    }
  }

  @Test
  void refusesALostOrChangedKey() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();
    byte[] key = Files.readAllBytes(path.resolve("identity.key"));
    key[0] ^= 1;
    Files.write(path.resolve("identity.key"), key);
    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "sister"))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("not the key");

    Files.delete(path.resolve("identity.key"));
    assertThatThrownBy(() -> StoreDirectory.openOrCreate(path, "sister"))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("identity.key is missing");
  }

  @Test
  void refusesPropertiesItDoesNotUnderstand() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();
    Path file = path.resolve("store.properties");
    String text = Files.readString(file);

    Files.writeString(file, text.replace("layout=1", "layout=2"));
    assertThatThrownBy(() -> StoreDirectory.openExisting(path))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("layout 2");

    Files.writeString(file, text.replaceAll("store-id=.*", "store-id=zz"));
    assertThatThrownBy(() -> StoreDirectory.openExisting(path))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("is damaged");

    Files.writeString(file, text.replaceAll("peer=.*\n", ""));
    assertThatThrownBy(() -> StoreDirectory.openExisting(path))
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("peer is missing");
  }

  @Test
  @DisplayName("I-31: nothing but identity.key holds the seed")
  void keepsTheSeedToItself() throws IOException {
    Path path = temp.resolve("store");
    StoreDirectory.openOrCreate(path, "sister").close();
    byte[] seed = Files.readAllBytes(path.resolve("identity.key"));
    String hex = java.util.HexFormat.of().formatHex(seed);

    assertThat(Files.readString(path.resolve("store.properties"))).doesNotContain(hex);
    assertThat(path.resolve("tmp")).isEmptyDirectory();
  }

  /** Asks from a process of its own: within this one the lock is not seen. */
  private static boolean lockedForOtherProcesses(Path path) throws Exception {
    Process asked =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                LockProbe.class.getName(),
                path.resolve("lock").toString())
            .redirectErrorStream(true)
            .start();
    assertThat(asked.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(asked.exitValue()).isIn(0, 3);
    return asked.exitValue() == 3;
  }
}
