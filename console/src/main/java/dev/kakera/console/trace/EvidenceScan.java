package dev.kakera.console.trace;

import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.inspect.GroupList;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.ParkedRecords;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.inspect.TopicTail;
import dev.kakera.core.id.ChunkId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gathers what the broker holds about some chunks. Everything that lies in their topics is read.
 */
public final class EvidenceScan {
  private EvidenceScan() {}

  public static Evidence of(BrokerLook look, List<ChunkFacts> chunks) throws InterruptedException {
    Set<String> subjects = new HashSet<>();
    Set<String> peers = new TreeSet<>();
    for (ChunkFacts chunk : chunks) {
      subjects.add(subject(chunk.chunk().chunk()));
      chunk
          .shards()
          .forEach(
              shard -> {
                peers.add(shard.peer());
                subjects.add(shard.locator().toString());
              });
    }
    Set<String> topics = new TreeSet<>();
    topics.add(look.topics().chunks());
    topics.add(look.topics().stripes());
    topics.add(look.topics().peers());
    peers.forEach(
        peer -> {
          topics.add(look.topics().shards(peer));
          topics.add(look.topics().receipts(peer));
        });
    Set<String> there = look.partitionCounts().keySet();
    topics.retainAll(there);
    subjects.addAll(peers);
    Map<String, List<SeenRecord>> records = new HashMap<>();
    TopicTail.each(
        look,
        topics,
        key -> subjects.contains(Evidence.subject(key)),
        seen ->
            records
                .computeIfAbsent(Evidence.subject(seen.key()), _ -> new ArrayList<>())
                .add(seen));
    Map<String, ParkedRecord> parked = new HashMap<>();
    new ParkedRecords(look)
        .list()
        .forEach(each -> parked.put(Evidence.subject(each.seen().key()), each));
    return new Evidence(look.topics(), there, records, parked, GroupList.of(look));
  }

  static String subject(ChunkId chunk) {
    return chunk.toString().substring(0, Evidence.CHUNK_DIGITS);
  }
}
