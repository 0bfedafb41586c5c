package dev.kakera.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.store.object.StoreFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreLoopTest {
  private final Lifecycle lifecycle = new Lifecycle();
  private final List<String> events = new ArrayList<>();

  /** Fails once in the named way, then stops the store. */
  private StoreLoop loop(IOException failure) {
    int[] opened = {0};
    return new StoreLoop(
        "loop",
        () -> {
          int life = ++opened[0];
          events.add("open " + life);
          return new StoreLoop.Work() {
            @Override
            public boolean step() throws IOException {
              if (life == 1) {
                throw failure;
              }
              events.add("troubles " + lifecycle.troubles());
              lifecycle.stop();
              return true;
            }

            @Override
            public void close() {
              events.add("close " + life);
            }
          };
        },
        lifecycle);
  }

  @Test
  void beginsAnewAfterWhatMayPass() {
    loop(new IOException("broker away")).run();

    assertThat(events)
        .containsExactly("open 1", "close 1", "open 2", "troubles {loop=broker away}", "close 2");
    assertThat(lifecycle.failure()).isEmpty();
    assertThat(lifecycle.troubles()).isEmpty();
  }

  @Test
  void endsTheStoreWhenNothingIsKnownOfItsDiskAnyMore() {
    IOException failed = new StoreFailedException(Path.of("store"), new IOException("EIO"));

    loop(failed).run();

    assertThat(events).containsExactly("open 1", "close 1");
    assertThat(lifecycle.failure()).contains(failed);
    assertThat(lifecycle.isStopping()).isTrue();
  }

  @Test
  void endsTheStoreOnAnError() {
    StoreLoop loop =
        new StoreLoop(
            "loop",
            () -> {
              throw new OutOfMemoryError("heap");
            },
            lifecycle);
    assertThatThrownBy(loop::run).isInstanceOf(OutOfMemoryError.class);
    assertThat(lifecycle.failure()).isPresent();
  }
}
