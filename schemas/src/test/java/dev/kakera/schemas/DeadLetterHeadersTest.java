package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.schemas.record.DeadLetterRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterHeadersTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "magic byte: expected 0x00, got 0xc3", "100 % 欠片 + \n\u0007 a+b 🙂"})
  void roundTripWithAnyReason(String reason) {
    DeadLetterRecord deadLetter =
        new DeadLetterRecord("kakera.chunks", 3, Long.MAX_VALUE / 10, reason, 5);
    Headers headers = new RecordHeaders();
    DeadLetterHeaders.write(deadLetter, headers);

    assertThat(DeadLetterHeaders.read(headers)).isEqualTo(deadLetter);
    for (Header header : headers) {
      assertThat(new String(header.value(), UTF_8)).matches("[\\x20-\\x7e]*");
    }
  }

  @Test
  void keepTheHeadersARecordHadAndReplaceThoseOfAnEarlierParking() {
    Headers headers = new RecordHeaders().add("ce_id", "1".getBytes(UTF_8));
    DeadLetterHeaders.write(new DeadLetterRecord("t", 0, 1L, "first", 1), headers);
    DeadLetterHeaders.write(new DeadLetterRecord("t", 0, 2L, "second", 2), headers);

    assertThat(headers.toArray()).hasSize(6);
    assertThat(headers.lastHeader("ce_id")).isNotNull();
    assertThat(DeadLetterHeaders.read(headers).getReason()).isEqualTo("second");
  }

  @Test
  void cutALongReasonBetweenCharacters() {
    Headers headers = new RecordHeaders();
    DeadLetterHeaders.write(new DeadLetterRecord("t", 0, 1L, "欠".repeat(2000), 1), headers);
    assertThat(DeadLetterHeaders.read(headers).getReason()).isEqualTo("欠".repeat(1024 / 9));
  }

  @Test
  void nameWhatIsMissing() {
    assertThatThrownBy(() -> DeadLetterHeaders.read(new RecordHeaders()))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessage("header dlq_topic: expected a value, got none");
  }
}
