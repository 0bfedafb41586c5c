package dev.kakera.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.ClientSettings.Load;
import dev.kakera.schemas.ClientSettings.Role;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.TopicSettings.Partitions;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

  private static final Topics TOPICS = Topics.standard();

  @TempDir private Path home;

  @Test
  void keepsRecordsTopicsIdAndPortOverARestart() throws Exception {
    String clusterId;
    int port;
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      clusterId = broker.clusterId();
      port = broker.port();
      ensureTopics(broker);
      send(broker, new byte[] {1, 2, 3});
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      assertThat(broker.clusterId()).isEqualTo(clusterId);
      assertThat(broker.port()).isEqualTo(port);
      assertThat(ensureTopics(broker).created()).isEmpty();
      assertThat(readAll(broker)).containsExactly(new byte[] {1, 2, 3});
      assertThat(broker.fault()).isEmpty();
    }
  }

  @Test
  void movesToAnotherPortWhenItsLastOneIsTakenAndNobodyAskedForIt() throws Exception {
    int port;
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      port = broker.port();
      ensureTopics(broker);
      send(broker, new byte[] {1});
    }
    try (ServerSocket squatter = new ServerSocket(port, 1, loopback());
        EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      assertThat(broker.port()).isNotEqualTo(squatter.getLocalPort());
      assertThat(readAll(broker)).containsExactly(new byte[] {1});
    }
  }

  @Test
  void namesThePortThatIsTaken() throws IOException {
    try (ServerSocket squatter = new ServerSocket(0, 1, loopback())) {
      int port = squatter.getLocalPort();
      assertThatThrownBy(() -> EmbeddedBroker.start(home, port))
          .isInstanceOf(PortTakenException.class)
          .hasMessageContaining("port " + port + " of 127.0.0.1 is taken")
          .hasMessageContaining(home.toRealPath().toString());
    }
    // The directory is free again.
    BrokerDirectory.take(home).close();
  }

  @Test
  @DisplayName("I-06: a wiped log is formatted anew by itself, at any depth of wiping")
  void formatsAnewWhenItsLogWasWiped() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      ensureTopics(broker);
      send(broker, new byte[] {1});
    }
    Files.delete(home.resolve("log/meta.properties"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      assertThat(ensureTopics(broker).created()).contains(TOPICS.chunks());
      assertThat(readAll(broker)).isEmpty();
    }
    deleteAllIn(home);
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      assertThat(ensureTopics(broker).created()).contains(TOPICS.chunks());
    }
  }

  @Test
  void refusesADirectoryThatAnotherBrokerHas() throws Exception {
    try (BrokerDirectory taken = BrokerDirectory.take(home)) {
      assertThatThrownBy(() -> EmbeddedBroker.start(taken.root(), 0))
          .isInstanceOf(DirectoryInUseException.class)
          .hasMessageContaining("another broker runs on this directory");
    }
  }

  @Test
  void saysSoWhenItsFilesAreDamaged() throws Exception {
    EmbeddedBroker.start(home, 0).close();
    Files.writeString(
        home.resolve("log/meta.properties"), "version=1\ncluster.id=another\nnode.id=7\n");
    assertThatThrownBy(() -> EmbeddedBroker.start(home, 0))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("did not start")
        .hasMessageContaining("delete " + home.toRealPath().resolve("log"));
    deleteAllIn(home.resolve("log"));
    EmbeddedBroker.start(home, 0).close();
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    List<InetAddress> others =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress())
            .toList();
    try (EmbeddedBroker broker = EmbeddedBroker.start(home, 0)) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(loopback(), broker.port()), 5_000);
      }
      for (InetAddress other : others) {
        try (Socket socket = new Socket()) {
          InetSocketAddress address = new InetSocketAddress(other, broker.port());
          assertThatThrownBy(() -> socket.connect(address, 5_000))
              .as("refused, or an address that is gone meanwhile")
              .isInstanceOf(IOException.class);
        }
      }
    }
  }

  private static TopicCreator.Outcome ensureTopics(EmbeddedBroker broker) {
    try (Admin admin = Admin.create(ClientSettings.admin(broker.bootstrap(), "test"))) {
      return new TopicCreator(admin, Duration.ofSeconds(60))
          .ensure(TopicSettings.plan(TOPICS, List.of("attic"), Partitions.STANDARD), Map.of());
    }
  }

  private static void send(EmbeddedBroker broker, byte[] value) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(ClientSettings.producer(broker.bootstrap(), "test", Role.SCANNER))) {
      producer
          .send(new ProducerRecord<>(TOPICS.chunks(), 0, null, value))
          .get(60, TimeUnit.SECONDS);
    }
  }

  private static List<byte[]> readAll(EmbeddedBroker broker) {
    TopicPartition partition = new TopicPartition(TOPICS.chunks(), 0);
    List<byte[]> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            ClientSettings.assignedConsumer(broker.bootstrap(), "test", Load.BULK))) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }

  private static void deleteAllIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file :
          files.filter(f -> !f.equals(directory)).sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
