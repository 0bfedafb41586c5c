package dev.kakera.console.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.producer.ledger.LedgerEvent;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PipelineMeterTest {
  private static final ChunkId CHUNK = new ChunkId(new Digest(1, 2, 3, 4));

  private final AtomicLong nanos = new AtomicLong();
  private final PipelineMeter meter = new PipelineMeter(nanos::get);

  private void pass(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void addsUpTheLastHalfMinuteAndNoMore() {
    encode(1000, 40_000);
    receipt("a");
    pass(20);
    encode(500, 20_000);
    receipt("a");
    receipt("b");
    assertThat(meter.window().encodedBytes()).isEqualTo(1500);
    assertThat(meter.window().encodeSeconds()).isCloseTo(0.06, within(1e-9));
    assertThat(meter.window().receipts()).isEqualTo(Map.of("a", 2, "b", 1));

    pass(11);

    assertThat(meter.window().encodedBytes()).isEqualTo(500);
    assertThat(meter.window().shardBytes()).isEqualTo(125);
    assertThat(meter.window().receipts()).isEqualTo(Map.of("a", 1, "b", 1));
    pass(31);
    assertThat(meter.window().encodedBytes()).isZero();
    assertThat(meter.lastReceipts()).as("kept longer").containsOnlyKeys("a", "b");
  }

  private void encode(int plainBytes, long micros) {
    meter.on(new LedgerEvent.Encoded("worker", plainBytes, plainBytes / 4, micros));
  }

  private void receipt(String peer) {
    meter.on(new LedgerEvent.Receipted(CHUNK, peer, 0, 2));
  }
}
