package dev.kakera.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What lies in the store folders of a data folder. Files may come and go while it looks. */
record MeshFiles(Path data) {
  /** The peers that have a store folder. */
  List<String> peers() throws IOException {
    Path stores = data.resolve("stores");
    if (!Files.isDirectory(stores)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(stores)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  /** The locators of all shard files, by peer. */
  Map<String, Set<String>> shards() throws IOException {
    return names("shards");
  }

  Map<String, Set<String>> trash() throws IOException {
    return names("trash");
  }

  int shardCount() throws IOException {
    return shards().values().stream().mapToInt(Set::size).sum();
  }

  /** How many head files there are at all peers. */
  int headCount() throws IOException {
    return names("heads").values().stream().mapToInt(Set::size).sum();
  }

  /** All shard files of one peer, in the order of their names. */
  List<Path> shardFiles(String peer) throws IOException {
    return files(data.resolve("stores").resolve(peer).resolve("shards")).stream().sorted().toList();
  }

  private Map<String, Set<String>> names(String kind) throws IOException {
    Map<String, Set<String>> names = new TreeMap<>();
    for (String peer : peers()) {
      Set<String> found = new TreeSet<>();
      files(data.resolve("stores").resolve(peer).resolve(kind))
          .forEach(file -> found.add(file.getFileName().toString()));
      names.put(peer, found);
    }
    return names;
  }

  /** All regular files below a folder; what vanishes meanwhile is left out. */
  static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        if (Files.isDirectory(entry, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
          files.addAll(files(entry));
        } else if (Files.isRegularFile(entry, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
          files.add(entry);
        }
      }
    } catch (NoSuchFileException | java.nio.file.NotDirectoryException e) {
      return files;
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e.getCause();
      }
    }
    return files;
  }
}
