package dev.kakera.console.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.spool.SpoolKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolKeyFolderTest {
  @TempDir Path folder;
  private final SetClock clock = new SetClock();
  private SpoolKeyFolder keys;

  /** A clock that stands. */
  private static final class SetClock extends Clock {
    private Instant now = Instant.parse("2026-02-03T23:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @BeforeEach
  void open() throws Exception {
    keys = new SpoolKeyFolder(folder, clock);
  }

  @Test
  void keepsOneKeyForADay() throws Exception {
    SpoolKey key = keys.current();

    assertThat(keys.current()).isSameAs(key);
    assertThat(new SpoolKeyFolder(folder, clock).current().id())
        .as("also in another process")
        .isEqualTo(key.id());
    assertThat(files()).containsExactly("2026-02-03-" + key.name());
  }

  @Test
  void makesANewKeyForANewDayAndKeepsTheOldOne() throws Exception {
    SpoolKey old = keys.current();
    nextDay();

    SpoolKey fresh = keys.current();

    assertThat(fresh.id()).isNotEqualTo(old.id());
    assertThat(new SpoolKeyFolder(folder, clock).find(old.id()).orElseThrow().secret().toBytes())
        .isEqualTo(old.secret().toBytes());
  }

  @Test
  void deletesAllButTodaysKeyWhenTheyAreRetired() throws Exception {
    SpoolKey old = keys.current();
    nextDay();
    SpoolKey fresh = keys.current();

    keys.retireOld();

    assertThat(keys.find(old.id())).as("nothing under it can be read any more").isEmpty();
    assertThat(new SpoolKeyFolder(folder, clock).find(old.id())).isEmpty();
    assertThat(keys.find(fresh.id())).isPresent();
    assertThat(files()).containsExactly("2026-02-04-" + fresh.name());
  }

  @Test
  void passesOverAKeyThatWasNotWrittenWhole() throws Exception {
    Files.createFile(folder.resolve("2026-02-03-abc.tmp"));

    SpoolKey key = keys.current();
    keys.retireOld();

    assertThat(files()).containsExactly("2026-02-03-" + key.name());
  }

  @Test
  void findsNoKeyThatIsNotThere() {
    assertThat(keys.find(1)).isEmpty();
  }

  private void nextDay() {
    clock.now = clock.now.plus(Duration.ofHours(2));
  }

  private List<String> files() throws Exception {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
