package dev.kakera.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordLimitsTest {

  @Test
  @DisplayName("I-33: the largest record fits at every place on its way")
  void theLargestRecordFitsEverywhere() {
    Header[] headers = {
      new org.apache.kafka.common.header.internals.RecordHeader(
          "h", new byte[RecordLimits.HEADERS_MAX_BYTES])
    };
    int batch =
        AbstractRecords.estimateSizeInBytesUpperBound(
            RecordBatch.CURRENT_MAGIC_VALUE,
            CompressionType.NONE,
            new byte[RecordLimits.KEY_MAX_BYTES],
            new byte[RecordLimits.SHARD_VALUE_MAX_BYTES],
            headers);

    assertThat(batch).isLessThanOrEqualTo(RecordLimits.RECORD_MAX_BYTES);
    assertThat(RecordLimits.RECORD_MAX_BYTES).isLessThan(RecordLimits.REQUEST_MAX_BYTES);
    assertThat(DefaultRecordBatch.RECORD_BATCH_OVERHEAD).isLessThan(RecordLimits.FRAMING_MAX_BYTES);
  }

  @Test
  void everyGeometryHasAShardThatHoldsItsShareOfTheLargestChunk() {
    int before = Integer.MAX_VALUE;
    for (int k = 1; k <= RecordLimits.SHARD_COUNT_MAX; k++) {
      int size = RecordLimits.shardValueMaxBytes(k);
      assertThat((long) k * (size - RecordLimits.SEAL_OVERHEAD_MAX_BYTES))
          .isGreaterThanOrEqualTo(RecordLimits.ENCODED_SIZE_MAX_BYTES);
      assertThat(size).isLessThanOrEqualTo(before);
      before = size;
    }
  }

  @Test
  void topicsTakeWhatProducersSendAndConsumersFetchWhatTopicsHold() {
    int topic =
        Integer.parseInt(
            TopicSettings.plan(
                    Topics.standard(), java.util.List.of(), TopicSettings.Partitions.STANDARD)
                .getFirst()
                .config()
                .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
    for (ClientSettings.Role role : ClientSettings.Role.values()) {
      Object request =
          ClientSettings.producer("localhost:1", "c", role)
              .get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
      assertThat((Integer) request).isLessThan(topic);
      assertThat(role.bufferMemoryBytes()).isGreaterThan(2 * RecordLimits.RECORD_MAX_BYTES);
    }
    assertThat(topic).isLessThanOrEqualTo(RecordLimits.PARTITION_FETCH_MAX_BYTES);
  }

  @Test
  void refusesAValueBeyondTheLimitByName() {
    int max = RecordLimits.SHARD_VALUE_MAX_BYTES;
    assertThatCode(() -> RecordLimits.requireBulkValue("shard a1/2", max))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> RecordLimits.requireBulkValue("shard a1/2", max + 1))
        .hasMessage("shard a1/2 is " + (max + 1) + " bytes, allowed are 0 to " + max);
    assertThatThrownBy(() -> RecordLimits.shardValueMaxBytes(0)).hasMessageContaining("k is 0");
  }
}
