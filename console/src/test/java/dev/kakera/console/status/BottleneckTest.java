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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which stage is named, from what the home sees of a pipeline of which one stage is slow. */
class BottleneckTest {
  private static final double SECONDS = 30;
  private static final int SHARD_BYTES = 500_000;
  private static final long NOW = 1_000_000_000L;

  /**
   * Half a minute.
   *
   * @param read bytes of content
   * @param blocked share of the time that the scanner waited for room
   * @param encodeBusy share of the time of each encoder thread
   * @param threads of encoders
   * @param oldest how many seconds the oldest of each queue waits
   */
  private record Half(long read, double blocked, double encodeBusy, int threads, long oldest) {
    static Half of(double blocked, double encodeBusy, int threads) {
      return new Half(600_000_000, blocked, encodeBusy, threads, 20);
    }

    Bottleneck with(long chunks, long... shards) {
      PipelineMeter.Window window =
          new PipelineMeter.Window(
              SECONDS,
              read,
              blocked,
              read,
              encodeBusy * threads * SECONDS,
              SHARD_BYTES,
              Map.of("a", 300, "b", 300, "c", 300));
      List<StageFigure> stages = new ArrayList<>();
      stages.add(PipelineState.scan(window));
      stages.add(PipelineState.encode(window, group(threads, chunks)));
      for (int index = 0; index < shards.length; index++) {
        String peer = Character.toString('a' + index);
        stages.add(PipelineState.peer(peer, window, group(1, shards[index])));
      }
      return Bottleneck.of(stages, NOW);
    }

    private Optional<GroupStand> group(int members, long waiting) {
      return Optional.of(
          new GroupStand(
              "group",
              "topic",
              true,
              OptionalInt.of(members),
              new TreeMap<>(),
              waiting,
              waiting == 0 ? OptionalLong.empty() : OptionalLong.of(NOW - oldest * 1000)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # blocked | busy | threads | chunks |   a |   b |   c | limit  | who
              0.02 |  0.3 |       2 |      2 |   0 |   1 |   2 | SCAN   |
              0.02 | 0.95 |       2 |      2 |   0 |   0 |   0 | SCAN   |
              0.90 | 0.97 |       2 |     40 |   1 |   0 |   2 | ENCODE |
              0.90 | 0.20 |       2 |     40 |   1 |   0 |   2 | BROKER |
              0.90 | 0.00 |       0 |      1 |   0 |   0 |   0 | ENCODE |
              0.90 | 0.10 |       2 |      5 |   2 |  88 |   0 | PEER   | b
              0.90 | 0.10 |       2 |     40 |   2 |  12 |   0 | PEER   | b
              0.90 | 0.97 |       2 |     40 |   2 |  12 |   0 | ENCODE |
              0.90 | 0.97 |       2 |     40 |   2 |  88 |  89 | PEER   | c
              0.90 | 0.30 |       2 |      2 |   2 |   1 |   0 | FLIGHT |
          """)
  void namesTheStageBeforeWhichAQueueStandsWhileNoneStandsBehindIt(
      double blocked,
      double busy,
      int threads,
      long chunks,
      long a,
      long b,
      long c,
      Bottleneck.Limit limit,
      String who) {
    Bottleneck found = Half.of(blocked, busy, threads).with(chunks, a, b, c);

    assertThat(found.limit()).as(found.evidence()).isEqualTo(limit);
    assertThat(found.who()).isEqualTo(who == null ? "" : who);
    boolean help = limit == Bottleneck.Limit.ENCODE && threads > 0;
    assertThat(found.advice().contains("More encoder workers help")).isEqualTo(help);
    assertThat(found.advice().contains("More encoder workers will not help"))
        .isEqualTo(limit != Bottleneck.Limit.ENCODE);
  }

  @Test
  void takesAQueueThatPassesForWhatIsUnderWay() {
    Half passing = new Half(600_000_000, 0.02, 0.97, 2, 1);

    assertThat(passing.with(40, 50, 60, 70).limit()).isEqualTo(Bottleneck.Limit.SCAN);
  }

  @Test
  void namesNothingWhereNothingIsReadAndNothingWaits() {
    assertThat(new Half(0, 0, 0, 2, 20).with(0, 0, 0, 0).limit()).isEqualTo(Bottleneck.Limit.IDLE);
    assertThat(new Half(0, 0, 0, 2, 20).with(0, 0, 9, 0).limit()).isEqualTo(Bottleneck.Limit.PEER);
  }

  @Test
  void bringsItsEvidence() {
    assertThat(Half.of(0.02, 0.3, 2).with(2, 0, 1, 2).evidence()).contains("98 %");
    Bottleneck encode = Half.of(0.9, 0.97, 2).with(40, 1, 0, 2);
    assertThat(encode.evidence()).contains("40 chunks", "97 %", "the oldest for 20 s");
    assertThat(encode.advice()).contains("kakera encoder", "200.0 MB/s");
    assertThat(Half.of(0.9, 0.2, 2).with(40, 1, 0, 2).evidence()).contains("40 chunks", "20 %");
    Bottleneck none = Half.of(0.9, 0, 0).with(1, 0, 0, 0);
    assertThat(none.evidence()).contains("none runs");
    assertThat(none.advice()).isEqualTo("Start one: kakera encoder");
    Bottleneck peer = Half.of(0.9, 0.1, 2).with(5, 2, 88, 0);
    assertThat(peer.evidence()).contains("88 shards", "5.0 MB/s", "every other peer 2");
    assertThat(peer.advice()).contains("kakera doctor --peer b");
  }
}
