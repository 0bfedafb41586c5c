package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.posix.EffectiveUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The volume of the data folder is full; later there is room again. */
final class NoSpaceIT {
  private static final String SMALL = "48m";
  private static final String LARGE = "512m";

  @Test
  void saysWhichVolumeIsFullAndGoesOnWhenThereIsRoom() throws Exception {
    assumeTrue(mayMount());
    try (Workplace workplace = Workplace.create("no-space")) {
      Path source = workplace.folder("source");
      new SampleTree(source, Seeds.of("NoSpaceIT")).build(40);
      Path volume = workplace.folder("volume");
      mount(
          List.of("mount", "-t", "tmpfs", "-o", "size=" + SMALL, "kakera-e2e", volume.toString()));
      try {
        KakeraProcess.Launch launch = KakeraProcess.Launch.of(workplace, volume.resolve("data"));
        String[] command = {
          "backup", source.toString(), "--words-file", workplace.path("words").toString()
        };
        Outcome full = launch.run(command).exits(23);
        assertThat(full.err()).contains("[NO_SPACE]", volume.toString());
        mount(List.of("mount", "-o", "remount,size=" + LARGE, volume.toString()));
        launch.run(command).exits(0);
        Path target = workplace.path("restored");
        launch.run("restore", "latest", "-t", target.toString()).exits(0);
        assertThat(TreeComparison.of(source, target).differences()).isEmpty();
      } finally {
        mount(List.of("umount", "--lazy", volume.toString()));
      }
    }
  }

  private static boolean mayMount() {
    if (!EffectiveUser.isRoot()) {
      System.out.println("SKIPPED 1: the full volume, since only root may mount a small one");
    }
    return EffectiveUser.isRoot();
  }

  private static void mount(List<String> command) throws Exception {
    int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
    assertThat(exitCode).as(String.join(" ", command)).isZero();
  }
}
