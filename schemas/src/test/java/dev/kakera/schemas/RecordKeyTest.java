package dev.kakera.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RecordKeyTest {

  @Test
  void roundTripsText() {
    assertThat(RecordKey.decode(RecordKey.encode("a1b2/2"))).isEqualTo("a1b2/2");
    assertThat(RecordKey.shard(new byte[] {0, -1}, 3)).isEqualTo("00ff/3");
  }

  @Test
  void refusesWhatAToolCouldNotShow() {
    assertThatThrownBy(() -> RecordKey.encode("写真"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another character at 0");
    assertThatThrownBy(() -> RecordKey.encode("")).hasMessageContaining("got 0 characters");
    assertThatThrownBy(() -> RecordKey.encode("k".repeat(257))).hasMessageContaining("got 257");
    assertThatThrownBy(() -> RecordKey.decode(null))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessage("record key: expected 1 to 256 bytes, got none");
    assertThatThrownBy(() -> RecordKey.decode(new byte[] {'a', 0}))
        .hasMessage("record key: expected printable ASCII, got 0x00 at 1");
  }
}
