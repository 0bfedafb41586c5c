package dev.kakera.console.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.broker.PeerListener;
import dev.kakera.console.role.RoleTopics;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.PeerRights;
import dev.kakera.schemas.Topics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What peers elsewhere can do at the broker, and what they cannot. */
class PeerListenerIT {
  private static final long SECONDS = 60;
  private static final String SELF = "alpha";
  private static final String OTHER = "beta";
  private static final Topics TOPICS = Topics.standard();

  @TempDir private static Path folder;

  private static HomeAuthority authority;
  private static EmbeddedBroker broker;
  private static String peersBootstrap;

  @BeforeAll
  static void start() throws Exception {
    authority = HomeAuthority.openOrCreate(folder.resolve("authority"), InstantSource.system());
    TlsFiles files = new TlsFiles(folder.resolve("broker-tls"));
    PeerKey key = PeerKey.generate();
    X509Certificate certificate =
        authority.certifyBroker(key.request("broker"), List.of("localhost"));
    key.keep(files, certificate, authority.certificate());
    int port = freePort();
    peersBootstrap = "localhost:" + port;
    PeerListener listener =
        new PeerListener("127.0.0.1", port, peersBootstrap, files.keyStore(), files.trustStore());
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0, Map.of(), Optional.of(listener));
    RoleTopics.ensure(broker.bootstrap(), TOPICS, List.of(SELF, OTHER));
    try (Admin admin = Admin.create(ClientSettings.admin(broker.bootstrap(), "home"))) {
      for (String peer : List.of(SELF, OTHER)) {
        admin.createAcls(PeerRights.of(TOPICS, peer)).all().get(SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void aPeerReadsItsShardsAndRequestsAndWritesReceiptsRepliesAndSignsOfLife() throws Exception {
    Map<String, Object> tls = tlsOf(SELF, authority);
    for (String topic : List.of(TOPICS.shards(SELF), TOPICS.requests(SELF))) {
      send(broker.bootstrap(), Map.of(), topic);
    }
    assertThat(read(tls, TOPICS.shards(SELF), TOPICS.storeGroup(SELF))).isPositive();
    assertThat(read(tls, TOPICS.requests(SELF), PeerRights.requestsGroup(TOPICS, SELF)))
        .isPositive();
    for (String topic : List.of(TOPICS.receipts(SELF), TOPICS.replies(SELF), TOPICS.peers())) {
      send(peersBootstrap, tls, topic);
    }
    try (Admin admin = admin(tls)) {
      assertThat(admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS))
          .containsExactlyInAnyOrder(
              TOPICS.shards(SELF),
              TOPICS.requests(SELF),
              TOPICS.receipts(SELF),
              TOPICS.replies(SELF),
              TOPICS.peers());
    }
  }

  @Test
  @DisplayName("every other topic, group and call of the broker is refused to a peer")
  void refusesAPeerEverythingElse() throws Exception {
    Set<String> all;
    try (Admin home = Admin.create(ClientSettings.admin(broker.bootstrap(), "home"))) {
      all = home.listTopics().names().get(SECONDS, TimeUnit.SECONDS);
    }
    assertThat(all).hasSizeGreaterThanOrEqualTo(17);
    Map<String, Object> tls = tlsOf(SELF, authority);
    List<String> wrong = new ArrayList<>();
    try (Admin admin = admin(tls)) {
      Map<String, PeerRefusals.Attempt> attempts =
          new PeerRefusals(peersBootstrap, tls, TOPICS, SELF, OTHER).of(all, admin);
      assertThat(attempts).hasSizeGreaterThan(100);
      attempts.forEach((name, attempt) -> refused(name, attempt).ifPresent(wrong::add));
    }
    assertThat(wrong).isEmpty();
  }

  /** Empty when it was refused for want of a right. */
  private static Optional<String> refused(String name, PeerRefusals.Attempt attempt) {
    try {
      attempt.run();
      return Optional.of(name + ": allowed");
    } catch (Exception e) {
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
      return cause instanceof AuthorizationException
          ? Optional.empty()
          : Optional.of(name + ": " + cause);
    }
  }

  @Test
  void refusesWhoHasNoCertificateOfThisHome() throws Exception {
    HomeAuthority stranger =
        HomeAuthority.openOrCreate(folder.resolve("stranger"), InstantSource.system());
    Map<String, Object> forged = tlsOf(SELF, stranger);
    // It trusts the broker, and has only its own certificate of another authority.
    forged.put(
        SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
        tlsOf(SELF, authority).get(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG));
    Map<String, Object> none = tlsOf(SELF, authority);
    none.remove(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);
    none.remove(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG);
    HomeAuthority past =
        HomeAuthority.openOrCreate(
            folder.resolve("authority"),
            InstantSource.fixed(
                Instant.now().minus(HomeAuthority.PEER_VALIDITY).minus(Duration.ofDays(2))));

    assertRefused(forged);
    assertRefused(none);
    assertRefused(tlsOf(SELF, past));
  }

  @Test
  void aPeerRefusesABrokerOfAnotherHome() throws Exception {
    HomeAuthority stranger =
        HomeAuthority.openOrCreate(folder.resolve("stranger"), InstantSource.system());

    assertRefused(tlsOf(SELF, stranger));
  }

  private static void assertRefused(Map<String, Object> tls) {
    try (Admin admin = admin(tls)) {
      assertThatThrownBy(() -> admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(AuthenticationException.class);
    }
  }

  private static Map<String, Object> tlsOf(String peer, HomeAuthority certifiedBy)
      throws Exception {
    PeerKey key = PeerKey.generate();
    TlsFiles files = new TlsFiles(java.nio.file.Files.createTempDirectory(folder, "tls-"));
    key.keep(files, certifiedBy.certifyPeer(key.request(peer), peer), certifiedBy.certificate());
    return new HashMap<>(files.clientSettings());
  }

  private static Admin admin(Map<String, Object> tls) {
    Map<String, Object> settings = ClientSettings.admin(peersBootstrap, "peer");
    settings.putAll(tls);
    return Admin.create(settings);
  }

  private static void send(String bootstrap, Map<String, Object> tls, String topic)
      throws Exception {
    Map<String, Object> settings =
        ClientSettings.producer(bootstrap, "sender", ClientSettings.Role.CONTROL);
    settings.putAll(tls);
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
      producer
          .send(new ProducerRecord<>(topic, 0, new byte[] {1}, new byte[] {2}))
          .get(SECONDS, TimeUnit.SECONDS);
    }
  }

  private static int read(Map<String, Object> tls, String topic, String group) {
    Map<String, Object> settings =
        ClientSettings.consumer(peersBootstrap, "reader", group, ClientSettings.Load.CONTROL);
    settings.putAll(tls);
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
      consumer.subscribe(List.of(topic));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (System.nanoTime() < end) {
        try {
          ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
          if (!records.isEmpty()) {
            consumer.commitSync();
            return records.count();
          }
        } catch (InvalidOffsetException e) {
          consumer.seekToBeginning(e.partitions());
        }
      }
      return 0;
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
