package dev.kakera.console.data;

import dev.kakera.core.key.Secret;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.producer.publish.SpoolKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spool keys, a file each, named by the day and the key's id. Deleting the file makes what it
 * sealed unreadable for good.
 */
public final class SpoolKeyFolder implements SpoolKeys, SpoolKeySource {
  private final Path folder;
  private final Clock clock;
  private final Map<Long, SpoolKey> loaded = new ConcurrentHashMap<>();
  private SpoolKey today;
  private LocalDate todayDate;

  SpoolKeyFolder(Path folder, Clock clock) throws IOException {
    this.folder = folder;
    this.clock = clock;
    PrivateFiles.createFolder(folder);
  }

  @Override
  public synchronized SpoolKey current() {
    LocalDate date = LocalDate.now(clock.withZone(ZoneOffset.UTC));
    if (today == null || !date.equals(todayDate)) {
      try {
        Optional<Path> file = ofDay(date);
        today = file.isPresent() ? load(file.get()) : create(date);
        todayDate = date;
        loaded.put(today.id(), today);
      } catch (IOException e) {
        throw new UncheckedIOException("the spool key of " + date + " cannot be made or read", e);
      }
    }
    return today;
  }

  @Override
  public Optional<SpoolKey> find(long id) {
    SpoolKey known = loaded.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*-" + Long.toHexString(id))) {
      for (Path file : files) {
        SpoolKey key = load(file);
        loaded.put(id, key);
        return Optional.of(key);
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty(); // retired while it was looked for
    } catch (IOException e) {
      throw new UncheckedIOException("the spool keys cannot be read", e);
    }
  }

  @Override
  public synchronized void retireOld() {
    SpoolKey keep = current();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.getFileName().toString().endsWith("-" + keep.name())) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("old spool keys cannot be deleted", e);
    }
    loaded.keySet().removeIf(id -> id != keep.id());
  }

  private Optional<Path> ofDay(LocalDate date) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, date + "-*")) {
      for (Path file : files) {
        if (!file.toString().endsWith(".tmp")) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  private SpoolKey create(LocalDate date) throws IOException {
    SecureRandom random = new SecureRandom();
    byte[] secret = new byte[Secret.BYTES];
    random.nextBytes(secret);
    SpoolKey key = new SpoolKey(random.nextLong(), Secret.copyOf(secret));
    PrivateFiles.replace(folder.resolve(date + "-" + key.name()), secret);
    Arrays.fill(secret, (byte) 0);
    return key;
  }

  private static SpoolKey load(Path file) throws IOException {
    String name = file.getFileName().toString();
    long id = Long.parseUnsignedLong(name.substring(name.lastIndexOf('-') + 1), 16);
    return new SpoolKey(id, Secret.takeOwnershipOf(Files.readAllBytes(file)));
  }
}
