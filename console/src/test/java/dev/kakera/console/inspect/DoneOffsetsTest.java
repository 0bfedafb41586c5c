package dev.kakera.console.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DoneOffsetsTest {
  @Test
  void movesItsPositionOverWhatIsDoneAtItsFront() {
    DoneOffsets done = DoneOffsets.from(5).with(6).with(8).with(7);

    assertThat(done.position()).isEqualTo(5);
    assertThat(done.metadata()).isEqualTo("1:6-8");
    assertThat(done.with(5).position()).isEqualTo(9);
    assertThat(done.with(5).metadata()).isEqualTo("1:");
  }

  @Test
  void knowsWhatASetWouldKnowInAnyOrderAndAfterBeingWritten() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DoneOffsets done = DoneOffsets.from(10);
      TreeSet<Long> expected = new TreeSet<>();
      for (int step = 0; step < 40; step++) {
        long offset = 10 + random.nextInt(50);
        expected.add(offset);
        done = done.with(offset);
        done = DoneOffsets.parse(done.position(), done.metadata());
      }
      for (long offset = 10; offset < 60; offset++) {
        assertThat(done.contains(offset))
            .as("seed %d, offset %d", seed, offset)
            .isEqualTo(expected.contains(offset));
      }
      assertThat(done.contains(9)).isTrue();
    }
  }

  @Test
  void takesForeignMetadataForNone() {
    for (String metadata : new String[] {null, "", "7", "1:x", "2:7", "1:9-7", "1:3"}) {
      assertThat(DoneOffsets.parse(5, metadata).contains(7)).as("%s", metadata).isFalse();
    }
  }

  @Test
  void forgetsWhatTheTopicNoLongerHolds() {
    assertThat(DoneOffsets.from(0).with(4).atLeast(4).position()).isEqualTo(5);
    assertThat(DoneOffsets.from(9).atLeast(4).position()).isEqualTo(9);
  }
}
