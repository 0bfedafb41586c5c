package dev.kakera.console.failure;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MessageIdTest {
  /** Scripts rely on them: a line is added here, never changed. */
  private static final Map<String, Integer> GOLDEN =
      Map.ofEntries(
          Map.entry("FAILED", 1),
          Map.entry("SNAPSHOT_UNKNOWN", 1),
          Map.entry("PATH_UNKNOWN", 1),
          Map.entry("TOPIC_UNKNOWN", 1),
          Map.entry("RECORD_UNKNOWN", 1),
          Map.entry("CHUNK_UNKNOWN", 1),
          Map.entry("CATALOG_DAMAGED", 1),
          Map.entry("CATALOG_NEWER", 1),
          Map.entry("PIPELINE_STALLED", 1),
          Map.entry("USAGE", 2),
          Map.entry("SOURCE_INCOMPLETE", 3),
          Map.entry("BELOW_REDUNDANCY", 4),
          Map.entry("DAMAGE_FOUND", 5),
          Map.entry("NOT_INITIALISED", 10),
          Map.entry("LOCKED", 11),
          Map.entry("KEY_WRONG", 12),
          Map.entry("WORDS_WRONG", 12),
          Map.entry("PREREQUISITE_MISSING", 20),
          Map.entry("SOURCE_MISSING", 20),
          Map.entry("SOURCE_UNREADABLE", 20),
          Map.entry("TARGET_NOT_EMPTY", 20),
          Map.entry("TARGET_UNUSABLE", 20),
          Map.entry("WORDS_FILE_EXISTS", 20),
          Map.entry("STORE_UNUSABLE", 20),
          Map.entry("PORT_TAKEN", 20),
          Map.entry("TOO_FEW_PEERS", 21),
          Map.entry("BROKER_UNREACHABLE", 22),
          Map.entry("NO_SPACE", 23),
          Map.entry("DEADLINE_PASSED", 24),
          Map.entry("PEER_UNKNOWN", 1),
          Map.entry("JOIN_CODE_EXPIRED", 1),
          Map.entry("JOIN_CODE_USED", 1),
          Map.entry("JOIN_CODE_UNKNOWN", 1),
          Map.entry("JOIN_REFUSED", 1),
          Map.entry("JOIN_CODE_WRONG", 2),
          Map.entry("AUTHORITY_WRONG", 12),
          Map.entry("CERTIFICATE_EXPIRED", 12),
          Map.entry("PEER_EXISTS", 20),
          Map.entry("CLOCK_APART", 20),
          Map.entry("VERSION_UNEQUAL", 20),
          Map.entry("HOME_UNREACHABLE", 22),
          Map.entry("INTERRUPTED", 130));

  @Test
  void keepsEveryExitCode() {
    Map<String, Integer> now =
        Arrays.stream(MessageId.values()).collect(toMap(MessageId::name, MessageId::exitCode));

    assertThat(now).containsAllEntriesOf(GOLDEN);
  }

  @Test
  void isWrittenDownInTheOperationsPage() throws IOException {
    Path page = Path.of("").toAbsolutePath().getParent().resolve("docs/operations.md");
    List<Integer> documented =
        Pattern.compile("^\\| (\\d+) \\|", Pattern.MULTILINE)
            .matcher(Files.readString(page))
            .results()
            .map(row -> Integer.parseInt(row.group(1)))
            .toList();

    assertThat(documented)
        .as("exit codes in %s", page)
        .containsAll(Arrays.stream(MessageId.values()).map(MessageId::exitCode).toList())
        .contains(0, 130);
  }
}
