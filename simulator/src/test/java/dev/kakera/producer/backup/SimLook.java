package dev.kakera.producer.backup;

import dev.kakera.schemas.Topics;
import dev.kakera.sim.Process;
import dev.kakera.sim.SimBroker;
import dev.kakera.sim.World;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/** How the broker stands, as the product's admin client would tell. */
final class SimLook implements BrokerLook {
  private final World world;
  private final SimBroker broker;
  private final Topics topics;
  private final Process process;

  SimLook(World world, SimBroker broker, Topics topics, Process process) {
    this.world = world;
    this.broker = broker;
    this.topics = topics;
    this.process = process;
  }

  private void ask() throws TimeoutException {
    process.call();
    if (!broker.isUp() || !process.reachesBroker() || !process.hearsBroker()) {
      world.pass(Duration.ofSeconds(60));
      process.call();
      throw new TimeoutException("no answer");
    }
  }

  @Override
  public Map<TopicPartition, Long> ends(String topic) throws TimeoutException {
    ask();
    Map<TopicPartition, Long> ends = new HashMap<>();
    SimHome.partitions(topic).forEach(each -> ends.put(each, broker.log(each).end()));
    return ends;
  }

  @Override
  public boolean chunksConsumed() throws TimeoutException {
    ask();
    return SimHome.partitions(topics.chunks()).stream().allMatch(broker::isConsumed);
  }

  @Override
  public void trimChunks() throws TimeoutException {
    ask();
    SimHome.partitions(topics.chunks()).forEach(each -> broker.trim(each, broker.log(each).end()));
  }

  @Override
  public boolean isBehind(String peer) throws TimeoutException {
    ask();
    return SimHome.partitions(topics.shards(peer)).stream()
        .anyMatch(each -> broker.log(each).end() > broker.committed(topics.storeGroup(peer), each));
  }
}
