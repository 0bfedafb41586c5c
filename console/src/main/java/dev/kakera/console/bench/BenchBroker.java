package dev.kakera.console.bench;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.console.data.DataFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The broker that is measured: the one that runs on the data folder, else one in this process that
 * lies in the scratch folder and starts beside other work.
 */
final class BenchBroker implements AutoCloseable {
  private static final int CONNECT_MILLIS = 1000;

  private final Optional<String> running;
  private final CompletableFuture<EmbeddedBroker> own;

  private BenchBroker(Optional<String> running, CompletableFuture<EmbeddedBroker> own) {
    this.running = running;
    this.own = own;
  }

  static BenchBroker find(DataFolder data, Path scratch) throws IOException {
    Path endpoint = data.endpoint("broker");
    if (Files.exists(endpoint)) {
      String bootstrap = Files.readString(endpoint).strip();
      if (answers(bootstrap)) {
        return new BenchBroker(Optional.of(bootstrap), new CompletableFuture<>());
      }
    }
    CompletableFuture<EmbeddedBroker> starting = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("start-broker")
        .daemon(true)
        .start(
            () -> {
              try {
                starting.complete(EmbeddedBroker.start(scratch.resolve("broker"), 0));
              } catch (RuntimeException | Error e) {
                starting.completeExceptionally(e);
              }
            });
    return new BenchBroker(Optional.empty(), starting);
  }

  private static boolean answers(String bootstrap) {
    int colon = bootstrap.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              bootstrap.substring(0, colon), Integer.parseInt(bootstrap.substring(colon + 1))),
          CONNECT_MILLIS);
      return true;
    } catch (IOException | RuntimeException e) {
      return false; // left behind by a broker that was killed
    }
  }

  boolean isReady() {
    return running.isPresent() || own.isDone();
  }

  String note() {
    return running.isPresent()
        ? "the broker at " + running.get()
        : "a broker in this process; its disk is the data folder's";
  }

  /** Where it is; waits for its start. */
  String bootstrap() {
    if (running.isPresent()) {
      return running.get();
    }
    try {
      return own.join().bootstrap();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    if (running.isEmpty()) {
      own.handle((broker, _) -> Optional.ofNullable(broker))
          .join()
          .ifPresent(EmbeddedBroker::close);
    }
  }
}
