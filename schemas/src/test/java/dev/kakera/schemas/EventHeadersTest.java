package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventHeadersTest {

  @Test
  void roundTripsEveryHeader() {
    EventHeaders read = EventHeaders.read(full().toKafka());

    assertThat(read.type()).isEqualTo(EventType.SHARD);
    assertThat(read.id()).isEqualTo("a1b2/2");
    assertThat(read.source()).contains("encoder/4f1c");
    assertThat(read.time()).contains(Instant.parse("2026-11-30T01:02:03.004Z"));
    assertThat(read.chunk()).contains("a1b2");
    assertThat(read.shard()).contains(new ShardPlace(2, 6));
    assertThat(read.geometry()).contains("4+2");
    assertThat(read.attempt()).hasValue(2);
    assertThat(read.digest()).hasValue(0xdeadbeef);
    assertThat(read.order().orElseThrow()).containsExactly(255, 254, 253, 0);
    assertThat(read.traceparent()).isPresent();
  }

  @Test
  void areAllPrintable() {
    for (Header header : full().toKafka()) {
      assertThat(header.key()).matches("[a-z_-]+");
      assertThat(new String(header.value(), UTF_8)).matches("[\\x21-\\x7e]+");
    }
  }

  @Test
  void areNamedAsTheCloudEventsBindingSays() {
    assertThat(full().toKafka().toArray())
        .extracting(h -> h.key() + "=" + new String(h.value(), UTF_8))
        .containsExactly(
            "ce_specversion=1.0",
            "ce_type=dev.kakera.shard.v1",
            "content-type=application/octet-stream",
            "ce_id=a1b2/2",
            "ce_source=encoder/4f1c",
            "ce_time=2026-11-30T01:02:03.004Z",
            "ce_chunk=a1b2",
            "ce_shard=3/6",
            "ce_geometry=4+2",
            "ce_attempt=2",
            "ce_digest=deadbeef",
            "ce_order=__79AA",
            "ce_traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void readsEveryType(EventType type) {
    EventHeaders read = EventHeaders.read(EventHeaders.builder(type).id("1").build().toKafka());
    assertThat(read.type()).isEqualTo(type);
    assertThat(read.source()).isEmpty();
    assertThat(read.attempt()).isEmpty();
    assertThat(read.order()).isEmpty();
  }

  @Test
  void leavesForeignHeadersAlone() {
    Headers headers = full().toKafka().add("x-note", "\n".getBytes(UTF_8)).add("x-none", null);
    assertThat(EventHeaders.read(headers).id()).isEqualTo("a1b2/2");
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("header ce_specversion: expected 1.0, got none", new String[0]),
        Arguments.of("header ce_specversion: expected 1.0, got 0.3", pair("ce_specversion", "0.3")),
        Arguments.of("header ce_type: expected a value, got none", pair("ce_specversion", "1.0")),
        Arguments.of("header ce_type: expected one of its form, got 'x'", with("ce_type", "x")),
        Arguments.of("header ce_id: expected a value, got none", with("ce_id", "")),
        Arguments.of("header ce_id: expected printable ASCII, got 0x20 at 1", with("ce_id", "a b")),
        Arguments.of(
            "header ce_shard: expected one of its form, got '0/6'", with("ce_shard", "0/6")),
        Arguments.of(
            "header ce_shard: expected one of its form, got '7/6'", with("ce_shard", "7/6")),
        Arguments.of("header ce_shard: expected one of its form", with("ce_shard", "1/999")),
        Arguments.of("header ce_geometry: expected one of its form", with("ce_geometry", "4-2")),
        Arguments.of("header ce_attempt: expected one of its form", with("ce_attempt", "0")),
        Arguments.of("header ce_digest: expected one of its form", with("ce_digest", "DEADBEEF")),
        Arguments.of("header ce_order: expected one of its form", with("ce_order", "AB")),
        Arguments.of("header ce_time: expected one of its form", with("ce_time", "yesterday")),
        Arguments.of(
            "headers: expected at most 8192 bytes, got more", with("x", "y".repeat(8192))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void refusesMalformedHeaders(String message, String[] pairs) {
    Headers headers = new RecordHeaders();
    for (int i = 0; i < pairs.length; i += 2) {
      headers.add(pairs[i], pairs[i + 1].getBytes(UTF_8));
    }
    assertThatThrownBy(() -> EventHeaders.read(headers))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesAHeaderThatIsThereTwice() {
    Headers headers = full().toKafka().add("ce_id", "other".getBytes(UTF_8));
    assertThatThrownBy(() -> EventHeaders.read(headers))
        .hasMessage("header ce_id: expected one of it, got two");
  }

  @Test
  void refusesToSendWhatItWouldNotRead() {
    assertThatThrownBy(() -> EventHeaders.builder(EventType.CHUNK).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ce_id: expected a value");
    assertThatThrownBy(() -> EventHeaders.builder(EventType.CHUNK).id("/home/写真"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("header ce_id must be printable ASCII without blanks");
    assertThatThrownBy(
            () -> EventHeaders.builder(EventType.SHARD).id("1").order(new byte[8192]).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all headers is");
  }

  @ParameterizedTest
  @CsvSource({"0,1,1/1", "2,6,3/6", "254,255,255/255"})
  void countsShardsForPeopleFromOne(int index, int count, String text) {
    assertThat(new ShardPlace(index, count)).hasToString(text);
    assertThat(ShardPlace.parse(text)).contains(new ShardPlace(index, count));
  }

  private static EventHeaders full() {
    return EventHeaders.builder(EventType.SHARD)
        .id("a1b2/2")
        .source("encoder/4f1c")
        .time(Instant.parse("2026-11-30T01:02:03.004Z"))
        .chunk("a1b2")
        .shard(2, 6)
        .geometry(4, 2)
        .attempt(2)
        .digest(0xdeadbeef)
        .order(new byte[] {-1, -2, -3, 0})
        .traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        .build();
  }

  private static String[] pair(String name, String value) {
    return new String[] {name, value};
  }

  private static String[] with(String name, String value) {
    return Stream.of(
            pair("ce_specversion", "1.0"),
            name.equals("ce_type") ? new String[0] : pair("ce_type", "dev.kakera.chunk.v1"),
            name.equals("ce_id") ? new String[0] : pair("ce_id", "1"),
            pair(name, value))
        .flatMap(Stream::of)
        .toArray(String[]::new);
  }
}
