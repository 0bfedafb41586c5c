package dev.kakera.core.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.ChunkId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FlightsTest {
  private static final List<String> PEERS = List.of("p1", "p2", "p3");
  private static final long AWAY = Flights.AWAY_AFTER.toNanos();
  private final Flights flights = new Flights(100, Flights.AWAY_AFTER, 0);

  private static ChunkId chunk(int number) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) number;
    return ChunkId.copyOf(bytes);
  }

  @Test
  @DisplayName("I-26: what waits only for a silent peer no longer holds the budget")
  void passesOverASilentPeer() {
    flights.enter(chunk(1), 100, PEERS, 0);
    flights.announced(chunk(1), -1, 10);
    flights.receipted(chunk(1), "p1", 2, 0, 20);
    flights.receipted(chunk(1), "p2", 1, 1, 30);
    flights.tick(10 + AWAY);
    assertThat(flights.hasRoom(1)).isFalse();

    flights.tick(11 + AWAY);

    assertThat(flights.away()).containsExactly("p3");
    assertThat(flights.takeReleased()).containsExactly(chunk(1));
    assertThat(flights.takeReleased()).isEmpty();
    assertThat(flights.hasRoom(100)).isTrue();
    assertThat(flights.waitingShards()).containsEntry("p3", 1);
    flights.heard("p3", 12 + AWAY);
    assertThat(flights.away()).isEmpty();
  }

  @Test
  @DisplayName("I-33: bytes in flight are bounded until they are receipted")
  void isFullUntilReceipted() {
    flights.enter(chunk(1), 60, PEERS, 0);
    assertThat(flights.hasRoom(41)).isFalse();
    assertThat(flights.holds(chunk(1))).isTrue();
    flights.receipted(chunk(1), "p1", 0, 2, 1);
    assertThat(flights.hasRoom(100)).isTrue();
    assertThat(flights.holds(chunk(1))).isFalse();
  }

  @Test
  void stallsOnlyWhileSomethingWaits() {
    long late = Flights.STALLED_AFTER.toNanos() + 2;
    assertThat(flights.isStalled(late)).isFalse();
    flights.enter(chunk(1), 60, PEERS, 1);
    assertThat(flights.isStalled(late - 1)).isFalse();
    assertThat(flights.isStalled(late)).isTrue();
    assertThat(flights.unannouncedCount()).isEqualTo(flights.heldCount()).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "I-29: a peer without room is named with the bytes it lacks, and nobody waits for it")
  void owesWhatAPeerHasNoRoomFor() {
    flights.enter(chunk(1), 60, PEERS, 0);
    flights.announced(chunk(1), -1, 1);
    flights.receipted(chunk(1), "p1", 2, 0, 2);
    flights.receipted(chunk(1), "p2", 1, 1, 3);
    flights.refused(chunk(1), "p3", 4096, 4);
    assertThat(flights.bytes()).isZero();
    assertThat(flights.missingBytes()).containsEntry("p3", 4096L);
  }
}
