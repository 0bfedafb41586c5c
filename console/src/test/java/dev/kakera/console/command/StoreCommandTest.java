package dev.kakera.console.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.store.StoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StoreCommandTest {

  private static StoreSettings.Limits limits(String... options) {
    StoreCommand command = new StoreCommand();
    new CommandLine(command).parseArgs(options);
    return command.limits();
  }

  @ParameterizedTest
  @CsvSource({
    "500GB,500000000000",
    "1.5TB,1500000000000",
    "100 MB,100000000",
    "200GiB,214748364800",
    "0.125TiB,137438953472"
  })
  void takesAQuota(String text, long bytes) {
    StoreSettings.Limits limits = limits("--peer", "peer-1", "--quota", text);

    assertThat(limits.quotaBytes()).isEqualTo(bytes);
    assertThat(limits.reserveBytes()).isEqualTo(StoreSettings.Limits.STANDARD.reserveBytes());
  }

  @Test
  void takesWhatTheDiskHasRoomForWithoutOne() {
    assertThat(limits("--peer", "peer-1")).isEqualTo(StoreSettings.Limits.STANDARD);
    assertThat(limits("--peer", "peer-1", "--quota", ""))
        .as("an empty variable")
        .isEqualTo(StoreSettings.Limits.STANDARD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"500", "-5GB", "500gb", "5XB", "1MB", "99999999TB", "1e3GB", "GB"})
  void refusesWhatIsNoQuota(String text) {
    assertThatThrownBy(() -> limits("--peer", "peer-1", "--quota=" + text))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("--quota: got " + text);
  }
}
