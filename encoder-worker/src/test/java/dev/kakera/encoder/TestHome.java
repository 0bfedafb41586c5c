package dev.kakera.encoder;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;

/** A home with fixed keys, six peers and the chunks that a test publishes. */
final class TestHome {
  static final Topics TOPICS = Topics.standard();
  static final Geometry GEOMETRY = new Geometry(4, 2);
  static final List<String> PEER_NAMES = List.of("attic", "barn", "cellar", "dock", "east", "farm");
  static final long SEQUENCE = 4711;
  static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  final RepositoryKeys keys =
      new RepositoryKeys(new RepoId(1, 2), 1, new DerivedKeys(Secret.copyOf(filled(7))));
  final SpoolKey spoolKey = new SpoolKey(0xabcdL, Secret.copyOf(filled(9)));
  final SpoolKeySource spoolKeys =
      id -> id == spoolKey.id() ? Optional.of(spoolKey) : Optional.empty();
  final List<PeerRef> peers =
      IntStream.range(0, PEER_NAMES.size())
          .mapToObj(index -> new PeerRef(PEER_NAMES.get(index), new PeerId(index, ~index)))
          .toList();

  EncoderSettings settings(String workerName) {
    return EncoderSettings.of("127.0.0.1:9", TOPICS, keys, spoolKeys, workerName)
        .withThreads(1)
        .withOrderValidity(Duration.ofDays(30))
        .withClock(() -> NOW);
  }

  static byte[] plain(long seed, int size) {
    byte[] plain = new byte[size];
    new SplittableRandom(seed).nextBytes(plain);
    return plain;
  }

  static BitSet all() {
    return wanted(0, 1, 2, 3, 4, 5);
  }

  static BitSet wanted(int... indices) {
    BitSet wanted = new BitSet();
    Arrays.stream(indices).forEach(wanted::set);
    return wanted;
  }

  ChunkTask task(byte[] plain, BitSet wanted, int epoch) {
    ChunkId chunk = new StripeNaming(keys).chunkId(plain, 0, plain.length);
    return new ChunkTask(chunk, SEQUENCE, epoch, GEOMETRY, true, peers, wanted);
  }

  byte[] sealed(byte[] plain, BitSet wanted) {
    return SpoolSealer.seal(
        spoolKey,
        Arrays.copyOf(filled(plain[0]), SpoolSealer.NONCE_BYTES),
        task(plain, wanted, 1),
        plain,
        plain.length);
  }

  ProducerRecord<byte[], byte[]> toPublish(String spoolId, byte[] sealed, int partition) {
    return new ProducerRecord<>(
        TOPICS.chunks(), partition, null, RecordKey.encode(spoolId), sealed, headers(spoolId));
  }

  ConsumerRecord<byte[], byte[]> delivered(String spoolId, byte[] sealed, int attempt) {
    return new ConsumerRecord<>(
        TOPICS.chunks(),
        0,
        offset(spoolId),
        0,
        TimestampType.LOG_APPEND_TIME,
        spoolId.length(),
        sealed == null ? 0 : sealed.length,
        RecordKey.encode(spoolId),
        sealed,
        headers(spoolId),
        Optional.empty(),
        Optional.of((short) attempt));
  }

  static long offset(String spoolId) {
    return spoolId.hashCode() & 0xffff;
  }

  private static Headers headers(String spoolId) {
    return EventHeaders.builder(EventType.CHUNK)
        .id(spoolId)
        .source("home")
        .time(NOW)
        .chunk(spoolId)
        .build()
        .toKafka();
  }

  private static byte[] filled(int value) {
    byte[] bytes = new byte[Secret.BYTES];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
