package dev.kakera.catalog.shards;

import dev.kakera.posix.PosixException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Shards out of plain store folders: no broker, no program at the peers, no journal. A shard may
 * lie in any of the folders, or in several.
 */
public final class FolderShardSource implements ShardSource {
  private static final int THREADS = 4;
  private static final String CLOSED = "closed";

  private final List<StoreFolder> folders;
  private final String everywhere;
  private final ExecutorService executor;

  /**
   * @param folders at least one; closed with this
   */
  public FolderShardSource(List<StoreFolder> folders) {
    this.folders = List.copyOf(folders);
    everywhere = folders.size() == 1 ? folders.getFirst().where() : folders.size() + " folders";
    executor =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("store-folders-", 0).factory());
  }

  /**
   * @throws PosixException when one of the folders cannot be opened
   */
  public static FolderShardSource open(List<Path> paths) throws PosixException {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("no store folder was given: name at least one");
    }
    List<StoreFolder> folders = new ArrayList<>();
    try {
      for (Path path : paths) {
        folders.add(StoreFolder.open(path));
      }
      return new FolderShardSource(folders);
    } catch (PosixException e) {
      for (StoreFolder folder : folders) {
        folder.close();
      }
      throw e;
    }
  }

  public List<StoreFolder> folders() {
    return folders;
  }

  @Override
  public CompletableFuture<ShardAnswer> fetch(ShardRequest request) {
    CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
    try {
      executor.execute(
          () -> {
            if (!answer.isCancelled()) {
              try {
                answer.complete(find(request));
              } catch (Error e) {
                answer.completeExceptionally(e); // somebody waits for it
                throw e;
              }
            }
          });
    } catch (RejectedExecutionException e) {
      answer.complete(notFound(FindingKind.UNREACHABLE, CLOSED));
    }
    return answer;
  }

  private ShardAnswer find(ShardRequest request) {
    List<PlaceProblem> problems = new ArrayList<>();
    for (StoreFolder folder : folders) {
      if (request.tried().contains(folder.where())) {
        continue;
      }
      try {
        var bytes = folder.readShard(request.locator(), request.sizeBytes());
        if (bytes.isPresent()) {
          return new ShardAnswer.Found(bytes.get(), folder.where(), problems);
        }
      } catch (StoreFolder.WrongSizeException e) {
        problems.add(new PlaceProblem(folder.where(), FindingKind.DAMAGED, e.getMessage()));
      } catch (PosixException e) {
        problems.add(new PlaceProblem(folder.where(), FindingKind.UNREACHABLE, e.getMessage()));
      } catch (RuntimeException e) {
        problems.add(new PlaceProblem(folder.where(), FindingKind.UNREACHABLE, e.toString()));
      }
    }
    if (problems.isEmpty()) {
      return notFound(FindingKind.MISSING, "");
    }
    return new ShardAnswer.NotFound(problems);
  }

  private ShardAnswer notFound(FindingKind kind, String detail) {
    return new ShardAnswer.NotFound(List.of(new PlaceProblem(everywhere, kind, detail)));
  }

  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
        // A read that hangs keeps its descriptors; closing them under it could hit another file.
        return;
      }
      for (StoreFolder folder : folders) {
        folder.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (PosixException e) {
      throw new java.io.UncheckedIOException("closing a store folder failed", e);
    }
  }
}
