package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackupProgressTest {
  @Test
  void countsALargeFileAsItIsReadAndNotBefore() {
    BackupProgress progress = new BackupProgress();
    progress.passed(100);
    progress.read(40);

    assertThat(progress.fileBytes()).isEqualTo(140);
    assertThat(progress.files()).isEqualTo(1);

    progress.read(60);
    progress.passed(100);

    assertThat(progress.fileBytes()).isEqualTo(200);
    assertThat(progress.files()).isEqualTo(2);
  }

  @Test
  void countsHolesAndWhatWasReadTwiceAsTheFileItIs() {
    BackupProgress progress = new BackupProgress();
    progress.read(10);
    progress.passed(1000);
    progress.read(300);
    progress.passed(100);

    assertThat(progress.fileBytes()).isEqualTo(1100);
  }
}
