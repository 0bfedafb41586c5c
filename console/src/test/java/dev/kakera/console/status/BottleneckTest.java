package dev.kakera.console.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.inspect.GroupStand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which stage is named, from what the home sees of a pipeline of which one stage is slow. */
class BottleneckTest {
  private static final double SECONDS = 30;
  private static final int SHARD_BYTES = 500_000;

  /**
   * Half a minute.
   *
   * @param blocked share of the time that the scanner waited for room
   * @param encodeBusy share of the time of each encoder thread
   * @param threads of encoders
   * @param chunks that wait for one
   * @param shards that wait, by peer
   */
  private record Half(
      double blocked, double encodeBusy, int threads, long chunks, Map<String, Long> shards) {
    Bottleneck bottleneck() {
      PipelineMeter.Window window =
          new PipelineMeter.Window(
              SECONDS,
              600_000_000,
              blocked,
              600_000_000,
              encodeBusy * threads * SECONDS,
              SHARD_BYTES,
              Map.of("a", 300, "b", 300, "c", 300));
      List<StageFigure> stages = new ArrayList<>();
      stages.add(PipelineState.scan(window));
      stages.add(PipelineState.encode(window, group(threads, chunks)));
      new TreeMap<>(shards)
          .forEach(
              (peer, waiting) -> stages.add(PipelineState.peer(peer, window, group(1, waiting))));
      return Bottleneck.of(stages);
    }
  }

  private static Optional<GroupStand> group(int members, long waiting) {
    return Optional.of(
        new GroupStand(
            "group",
            "topic",
            true,
            OptionalInt.of(members),
            new TreeMap<>(),
            waiting,
            OptionalLong.empty()));
  }

  private static Map<String, Long> shards(long a, long b, long c) {
    return Map.of("a", a, "b", b, "c", c);
  }

  @Test
  void namesTheSourceWhereNoQueueIsLong() {
    Bottleneck limit = new Half(0.02, 0.3, 2, 2, shards(0, 1, 2)).bottleneck();

    assertThat(limit.limit()).isEqualTo(Bottleneck.Limit.SCAN);
    assertThat(limit.evidence()).contains("98 %");
    assertThat(limit.advice()).contains("will not help");
  }

  @Test
  void namesEncodersThatAreBusyWithChunksBeforeThem() {
    Bottleneck limit = new Half(0.9, 0.97, 2, 40, shards(1, 0, 2)).bottleneck();

    assertThat(limit.limit()).isEqualTo(Bottleneck.Limit.ENCODE);
    assertThat(limit.evidence()).contains("40 chunks", "97 %");
    assertThat(limit.advice()).contains("help", "kakera encoder").doesNotContain("not help");
  }

  @Test
  void namesTheBrokerWhenEncodersWaitWithChunksBeforeThem() {
    Bottleneck limit = new Half(0.9, 0.2, 2, 40, shards(1, 0, 2)).bottleneck();

    assertThat(limit.limit()).isEqualTo(Bottleneck.Limit.BROKER);
    assertThat(limit.evidence()).contains("40 chunks", "20 %");
  }

  @Test
  void saysThatNoEncoderRuns() {
    Bottleneck limit = new Half(0.9, 0, 0, 1, shards(0, 0, 0)).bottleneck();

    assertThat(limit.limit()).isEqualTo(Bottleneck.Limit.ENCODE);
    assertThat(limit.evidence()).contains("none runs");
    assertThat(limit.advice()).isEqualTo("Start one: kakera encoder");
  }

  @Test
  void namesThePeerBeforeWhichShardsWait() {
    Bottleneck limit = new Half(0.9, 0.1, 2, 5, shards(2, 88, 0)).bottleneck();

    assertThat(limit.limit()).isEqualTo(Bottleneck.Limit.PEER);
    assertThat(limit.who()).isEqualTo("b");
    assertThat(limit.evidence()).contains("88 shards", "5.0 MB/s", "every other peer 2");
    assertThat(limit.advice()).contains("kakera doctor --peer b");
  }
}
