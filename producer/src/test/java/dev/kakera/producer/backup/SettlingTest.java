package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.junit.jupiter.api.Test;

class SettlingTest {
  @Test
  void countsWhatIsSettledBehindTheStartOffset() {
    assertThat(AdminLook.isConsumed(6, 0, group(4, Optional.of(0L)))).isTrue();
    assertThat(AdminLook.isConsumed(6, 0, group(4, Optional.of(1L)))).isFalse();
    assertThat(AdminLook.isConsumed(6, 0, group(6, Optional.of(0L)))).isTrue();
  }

  @Test
  void goesByTheStartOffsetWhereTheLagIsUnknown() {
    assertThat(AdminLook.isConsumed(6, 0, group(6, Optional.empty()))).isTrue();
    assertThat(AdminLook.isConsumed(6, 0, group(4, Optional.empty()))).isFalse();
    assertThat(AdminLook.isConsumed(6, 0, group(4, Optional.of(-1L)))).isFalse();
  }

  @Test
  void leavesNothingInAPartitionThatIsEmptyOrTrimmed() {
    assertThat(AdminLook.isConsumed(0, 0, null)).isTrue();
    assertThat(AdminLook.isConsumed(6, 6, group(4, Optional.of(2L)))).isTrue();
    assertThat(AdminLook.isConsumed(6, 5, null)).isFalse();
  }

  private static SharePartitionOffsetInfo group(long start, Optional<Long> lag) {
    return new SharePartitionOffsetInfo(start, Optional.of(1), lag);
  }
}
