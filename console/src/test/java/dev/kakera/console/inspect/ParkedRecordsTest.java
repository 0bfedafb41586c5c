package dev.kakera.console.inspect;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.DeadLetterRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class ParkedRecordsTest {
  private static final Topics TOPICS = Topics.standard();
  private static final String ORIGIN = TOPICS.shards("peer-1");

  private static ConsumerRecord<byte[], byte[]> parked(String topic, int partition) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("ce_id", "x".getBytes(US_ASCII));
    DeadLetterHeaders.write(
        new DeadLetterRecord(topic, partition, 7L, "BAD_SIGNATURE: \u001b[2Jno", 1), headers);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(TOPICS.dlq(ORIGIN), 0, 3, new byte[] {'k'}, new byte[] {1, 2});
    headers.forEach(record.headers()::add);
    return record;
  }

  @Test
  void sendsARecordAsItWasBeforeItWasParked() {
    ProducerRecord<byte[], byte[]> again = ParkedRecords.again(parked(ORIGIN, 2), ORIGIN, 4);

    assertThat(again.topic()).isEqualTo(ORIGIN);
    assertThat(again.partition()).isEqualTo(2);
    assertThat(again.key()).containsExactly('k');
    assertThat(again.value()).containsExactly(1, 2);
    assertThat(again.headers()).extracting(header -> header.key()).containsExactly("ce_id");
  }

  @Test
  void followsNoHeaderThatNamesAnotherTopicOrPartition() {
    ProducerRecord<byte[], byte[]> again =
        ParkedRecords.again(parked(TOPICS.shards("peer-2"), 4), ORIGIN, 4);

    assertThat(again.topic()).isEqualTo(ORIGIN);
    assertThat(again.partition()).isNull();
  }

  @Test
  void showsAReasonWithoutItsTerminalCommands() {
    SeenRecord seen = RecordDecoder.decode(parked(ORIGIN, 2), true);

    assertThat(new ParkedRecord(ParkedId.parse(TOPICS, "shards.peer-1@3"), seen).reason())
        .isEqualTo("BAD_SIGNATURE: \\u001b[2Jno");
    assertThat(seen.problem()).isPresent();
    assertThat(seen.type()).isEqualTo("unknown");
  }

  @Test
  void namesARecordByEitherTopic() {
    for (String text :
        new String[] {"shards.peer-1@3", "kakera.shards.peer-1@3", "kakera.shards.peer-1.dlq@3"}) {
      ParkedId id = ParkedId.parse(TOPICS, text);
      assertThat(id.toString()).isEqualTo("shards.peer-1@3");
      assertThat(id.place().topic()).isEqualTo("kakera.shards.peer-1.dlq");
    }
    assertThat(ParkedId.parse(TOPICS, "chunks/2@11").toString()).isEqualTo("chunks/2@11");
    for (String text : new String[] {"chunks", "chunks@", "@3", "nothing@3", "chunks@-1"}) {
      assertThatThrownBy(() -> ParkedId.parse(TOPICS, text))
          .as(text)
          .hasMessageContaining("kakera dlq list");
    }
  }
}
