package dev.kakera.producer.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the ledger begins to read: where the catalog says, if that is still there; else at the
 * beginning (I-06).
 *
 * @param brokerIsNew whether topics are others than those the catalog had read
 */
record StartPositions(Map<TopicPartition, Long> offsets, boolean brokerIsNew) {

  /**
   * @param consumer with its partitions assigned
   * @param topicIds by name, of these partitions
   */
  static StartPositions find(
      Catalog catalog, Consumer<byte[], byte[]> consumer, Map<String, String> topicIds) {
    Map<TopicPartition, Long> first = consumer.beginningOffsets(consumer.assignment());
    Map<TopicPartition, Long> end = consumer.endOffsets(consumer.assignment());
    Map<TopicPartition, Positions.Position> known =
        catalog.read(Positions::all).stream()
            .collect(
                Collectors.toMap(
                    position -> new TopicPartition(position.topic(), position.partition()),
                    position -> position));
    Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
    List<Positions.Position> renewed = new ArrayList<>();
    for (TopicPartition partition : consumer.assignment()) {
      Positions.Position position = known.get(partition);
      String topicId = topicIds.get(partition.topic());
      long offset = first.get(partition);
      if (position != null && !position.topicId().equals(topicId)) {
        renewed.add(
            new Positions.Position(partition.topic(), partition.partition(), topicId, offset));
      } else if (position != null
          && position.next() >= offset
          && position.next() <= end.get(partition)) {
        offset = position.next();
      }
      offsets.put(partition, offset);
    }
    remember(catalog, renewed);
    return new StartPositions(Map.copyOf(offsets), !renewed.isEmpty());
  }

  /** Or a partition that nothing comes to would make the broker look new at every start. */
  private static void remember(Catalog catalog, List<Positions.Position> renewed) {
    catalog.write(
        connection -> {
          for (Positions.Position position : renewed) {
            Positions.put(connection, position);
          }
          return true;
        });
  }
}
