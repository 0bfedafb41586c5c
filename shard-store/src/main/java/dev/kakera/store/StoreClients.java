package dev.kakera.store;

import dev.kakera.schemas.ClientSettings;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;

/** Makes the Kafka clients of one store; apart so that tests can bring their own. */
interface StoreClients {

  Producer<byte[], byte[]> producer();

  Consumer<byte[], byte[]> shards();

  Consumer<byte[], byte[]> requests();

  /** Clients of a real broker. */
  static StoreClients of(StoreSettings settings) {
    String name = settings.topics().storeGroup(settings.peer());
    return new StoreClients() {
      @Override
      public Producer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
            with(
                settings,
                ClientSettings.producer(settings.bootstrap(), name, ClientSettings.Role.STORE)));
      }

      @Override
      public Consumer<byte[], byte[]> shards() {
        return new KafkaConsumer<>(
            with(
                settings,
                ClientSettings.consumer(
                    settings.bootstrap(), name + "-shards", name, ClientSettings.Load.BULK)));
      }

      @Override
      public Consumer<byte[], byte[]> requests() {
        return new KafkaConsumer<>(
            with(
                settings,
                ClientSettings.consumer(
                    settings.bootstrap(),
                    name + "-requests",
                    settings.requestsGroup(),
                    ClientSettings.Load.CONTROL)));
      }
    };
  }

  private static Map<String, Object> with(StoreSettings settings, Map<String, Object> client) {
    client.putAll(settings.clientSettings());
    return client;
  }
}
