package dev.kakera.sim;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Order;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at each record that comes into the broker. */
final class Watch {
  private final World world;
  private final Topics topics;
  private final SpoolKeySource spoolKeys;
  private final Simulation.Deletion deletion;
  private final Set<String> shardTopics = new HashSet<>();
  private final Set<String> requestTopics = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private final Set<String> announced = new HashSet<>();
  private final Map<String, Integer> sealed = new HashMap<>();
  private final Map<String, Set<Integer>> landed = new HashMap<>();

  Watch(
      World world,
      Topics topics,
      List<String> peers,
      SpoolKeySource spoolKeys,
      Simulation.Deletion deletion) {
    this.world = world;
    this.topics = topics;
    this.spoolKeys = spoolKeys;
    this.deletion = deletion;
    for (String peer : peers) {
      shardTopics.add(topics.shards(peer));
      requestTopics.add(topics.requests(peer));
    }
  }

  void sees(String topic, SimBroker.Stored record) {
    if (topic.equals(topics.stripes())) {
      StripeRecord stripe = Framing.decodeStripe(record.value());
      for (StripeShardRecord shard : stripe.getShards()) {
        announced.add(HexFormat.of().formatHex(shard.getLocator().bytes()));
      }
    } else if (shardTopics.contains(topic)) {
      shard(record);
    } else if (requestTopics.contains(topic)) {
      request(record);
    }
  }

  /** The broker has lost a record that somebody might not have read. */
  void loses(SimBroker.Stored record) {
    EventType type = EventHeaders.read(record.headers()).type();
    if (type == EventType.STRIPE) {
      for (StripeShardRecord shard : Framing.decodeStripe(record.value()).getShards()) {
        forgotten.add(HexFormat.of().formatHex(shard.getLocator().bytes()));
      }
    } else if (type == EventType.RECEIPT) {
      forgotten.add(RecordKey.decode(record.key()));
    }
  }

  /** Whether the broker lost what would have told the home of a shard. */
  boolean hasForgotten(String locator) {
    return forgotten.contains(locator);
  }

  private void shard(SimBroker.Stored record) {
    EventHeaders headers = EventHeaders.read(record.headers());
    if (headers.type() != EventType.SHARD) {
      return;
    }
    String[] key = RecordKey.decode(record.key()).split("/");
    if (!announced.contains(key[0])) {
      throw new Violation("I-21", "shard " + key[0] + " came before its stripe record");
    }
    int hash = Arrays.hashCode(record.value());
    Integer before = sealed.put(key[0], hash);
    if (before != null && before != hash) {
      throw new Violation("I-07", "shard " + key[0] + " was sealed to other bytes");
    }
    headers
        .chunk()
        .ifPresent(
            spool ->
                landed.computeIfAbsent(spool, _ -> new HashSet<>()).add(Integer.parseInt(key[1])));
  }

  private void request(SimBroker.Stored record) {
    ByteBuffer body = Framing.decodeRequest(record.value()).getOrder().duplicate();
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    Order order = Order.decode(bytes);
    if (order.kind() == Order.Kind.DELETE) {
      world.mark("a shard was ordered away");
      Locator locator = order.locator();
      deletion.of(locator);
    }
  }

  /** I-09: a chunk's record is accepted only when each shard that was wanted of it has landed. */
  void accepts(SimBroker.Stored record) {
    Optional<SpoolKey> key = spoolKeys.find(SpoolSealer.keyId(record.value()));
    if (key.isEmpty()) {
      return;
    }
    ChunkTask task =
        SpoolSealer.open(key.get(), record.value(), new byte[record.value().length]).task();
    String spool = RecordKey.decode(record.key());
    Set<Integer> have = landed.getOrDefault(spool, Set.of());
    task.wanted().stream()
        .forEach(
            index -> {
              if (!have.contains(index)) {
                throw new Violation("I-09", "accepted before shard " + index + " had landed");
              }
            });
  }
}
