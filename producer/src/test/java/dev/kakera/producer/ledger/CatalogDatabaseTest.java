package dev.kakera.producer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.producer.ledger.CatalogException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogDatabaseTest {
  @TempDir Path folder;

  @Test
  void refusesACatalogThatIsMissing() {
    assertDamaged(folder, "missing or empty");
    assertThat(folder.resolve("catalog.db")).as("nothing is made in its place").doesNotExist();
  }

  @Test
  void refusesWhatIsNoDatabase() throws Exception {
    Files.writeString(folder.resolve("catalog.db"), "not a database, but long enough ".repeat(40));

    assertDamaged(folder, "kakera rebuild");
  }

  @Test
  void refusesTheDatabaseOfAnother() throws Exception {
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = other.createStatement()) {
      statement.execute("CREATE TABLE notes (text TEXT)");
    }

    assertDamaged(folder, "not a catalog of Kakera");
    assertThatThrownBy(() -> Catalog.create(folder)).isInstanceOf(CatalogException.class);
  }

  @Test
  void refusesADatabaseWithDamagedPages() throws Exception {
    try (Catalog catalog = Catalog.create(folder)) {
      for (int number = 0; number < 300; number++) {
        catalog.source(new Digest(number, 0, 0, 0), new SourceId(number, 0));
      }
    }
    Path file = folder.resolve("catalog.db");
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 8192; at < bytes.length; at += 4096) {
      java.util.Arrays.fill(bytes, at, at + 200, (byte) 0x5a);
    }
    Files.write(file, bytes);

    assertDamaged(folder, "is damaged");
  }

  @Test
  void refusesACatalogOfANewerProgram() throws Exception {
    Catalog.create(folder).close();
    try (Connection newer =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = newer.createStatement()) {
      statement.execute("PRAGMA user_version=2");
    }

    assertThatThrownBy(() -> Catalog.open(folder))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NEWER))
        .hasMessageContaining("version 2, this program knows 1");
  }

  @Test
  void endsACreationThatWasCutShort() throws Exception {
    try (Connection cut =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = cut.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
    }
    assertThat(Files.size(folder.resolve("catalog.db"))).isPositive();
    assertThatThrownBy(() -> Catalog.open(folder)).isInstanceOf(CatalogException.class);

    try (Catalog catalog = Catalog.create(folder)) {
      assertThat(catalog.nextSession()).isEqualTo(1);
    }
  }

  @Test
  void createsOnlyWhatIsNotThere() {
    try (Catalog first = Catalog.create(folder)) {
      assertThat(first.nextSession()).isEqualTo(1);
    }
    try (Catalog again = Catalog.create(folder)) {
      assertThat(again.nextSession()).isEqualTo(2);
    }
  }

  @Test
  void keepsWhatWasCommittedWhenTheProgramIsKilled() throws Exception {
    Path copied = Files.createDirectory(folder.resolve("copied"));
    Path used = folder.resolve("used");
    try (Catalog catalog = Catalog.create(used)) {
      for (int number = 1; number <= 20; number++) {
        assertThat(catalog.nextSession()).isEqualTo(number);
      }
      // What a killed program leaves: the files as they are, no checkpoint, no close.
      try (var files = Files.newDirectoryStream(used)) {
        for (Path file : files) {
          Files.copy(file, copied.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    try (Catalog reopened = Catalog.open(copied)) {
      assertThat(reopened.nextSession()).isEqualTo(21);
    }
  }

  @Test
  void failsAFailingWriteAlone() {
    try (Catalog catalog = Catalog.create(folder)) {
      List<CompletableFuture<Integer>> writes = new ArrayList<>();
      for (int number = 0; number < 50; number++) {
        int position = number;
        writes.add(
            catalog.submit(
                connection -> {
                  Sql.update(
                      connection,
                      "INSERT INTO meta (name, value) VALUES (?, ?)",
                      "name" + position,
                      position);
                  if (position == 25) {
                    throw new IllegalStateException("this one only");
                  }
                  return position;
                }));
      }
      for (int number = 0; number < 50; number++) {
        CompletableFuture<Integer> write = writes.get(number);
        if (number == 25) {
          assertThatThrownBy(() -> CatalogWriter.await(write)).hasMessage("this one only");
        } else {
          assertThat(CatalogWriter.await(write)).isEqualTo(number);
        }
      }
      assertThat(
              catalog.<List<String>>read(
                  connection ->
                      Sql.all(
                          connection,
                          "SELECT name FROM meta ORDER BY value",
                          row -> row.getString(1))))
          .hasSize(49)
          .doesNotContain("name25");
    }
  }

  @Test
  void writesInTheOrderOfSubmission() {
    try (Catalog catalog = Catalog.create(folder)) {
      List<Integer> ran = java.util.Collections.synchronizedList(new ArrayList<>());
      CompletableFuture<Boolean> last = null;
      for (int number = 0; number < 2000; number++) {
        int position = number;
        last = catalog.submit(connection -> ran.add(position));
      }
      CatalogWriter.await(last);
      assertThat(ran).isSorted().hasSize(2000);
    }
  }

  @Test
  void commitsWhatWaitsTogether() {
    try (Catalog catalog = Catalog.create(folder)) {
      java.util.concurrent.CountDownLatch gate = new java.util.concurrent.CountDownLatch(1);
      CompletableFuture<Boolean> first =
          catalog.submit(
              connection -> {
                await(gate);
                return true;
              });
      List<CompletableFuture<Boolean>> group = new ArrayList<>();
      List<Boolean> seenByOthers = new ArrayList<>();
      for (int number = 0; number < 20; number++) {
        int position = number;
        group.add(
            catalog.submit(
                connection -> {
                  Sql.update(
                      connection, "INSERT INTO meta (name, value) VALUES (?, 1)", "n" + position);
                  seenByOthers.add(
                      catalog.read(
                          reading ->
                              Sql.number(reading, "SELECT count(*) FROM meta WHERE name = 'n0'")
                                  > 0));
                  return true;
                }));
      }
      gate.countDown();
      CatalogWriter.await(first);
      group.forEach(CatalogWriter::await);

      assertThat(seenByOthers).as("one commit at the end of them all").containsOnly(false);
    }
  }

  @Test
  void completesEveryWriteThatWasTakenWhenItIsClosed() {
    Catalog catalog = Catalog.create(folder);
    List<CompletableFuture<Integer>> writes = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      int position = number;
      writes.add(catalog.submit(connection -> position));
    }
    catalog.close();

    assertThat(writes).allMatch(CompletableFuture::isDone);
    CompletableFuture<Integer> late = catalog.submit(connection -> 1);
    assertThatThrownBy(() -> CatalogWriter.await(late)).hasMessageContaining("closed");
  }

  private static void await(java.util.concurrent.CountDownLatch gate) {
    try {
      assertThat(gate.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertDamaged(Path folder, String why) {
    assertThatThrownBy(() -> Catalog.open(folder))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED))
        .hasMessageContaining(why);
  }
}
