package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.JournalEntry.State;
import dev.kakera.store.disk.StoreFiles;
import dev.kakera.store.disk.StoreLayout;
import dev.kakera.store.disk.StoreUnusableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes directory and journal agree before a store serves anything, by names alone; contents are
 * the scrub's. An object that no receipt speaks for goes to the trash: its put comes again (I-20).
 * A receipt whose object is gone leaves the inventory, so that the home learns of it.
 */
final class StartCheck {
  private static final int PREFIXES = 256;

  private final StoreCore core;
  private final StoreLayout layout;
  private final StoreFiles files;
  private final List<Locator> strays = new ArrayList<>();
  private final List<Locator> lost = new ArrayList<>();
  private final Set<Path> touched = new LinkedHashSet<>();
  private Set<Locator> inTrash = Set.of();
  private Set<Locator> inQuarantine = Set.of();

  StartCheck(StoreCore core) {
    this.core = core;
    this.layout = core.layout();
    this.files = core.files();
  }

  /** Where an object was found. */
  private record Found(ObjectType type, Path file) {}

  static void requireFolders(StoreLayout layout, StoreFiles files) throws IOException {
    for (ObjectType type : StoreLayout.keptTypes()) {
      if (!files.isDirectory(layout.folder(type))) {
        throw new StoreUnusableException(
            "%s is missing: is its disk mounted? If everything is gone, start with an empty directory"
                .formatted(layout.folder(type)));
      }
    }
    for (Path folder : layout.folders()) {
      files.makeDirectory(folder);
    }
  }

  StartReport run(boolean isRebuilt, List<String> setAside) throws IOException {
    int temporaryFiles = clearTemporary();
    inTrash = new HashSet<>(locatorsIn(layout.trash()));
    inQuarantine = new HashSet<>(locatorsIn(layout.quarantine()));
    List<Map<Locator, Found>> whole = wholeObjects();
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
      compare(prefix, whole.get(prefix));
    }
    return new StartReport(isRebuilt, temporaryFiles, strays, lost, setAside);
  }

  private int clearTemporary() throws IOException {
    List<Path> leftovers = files.list(layout.temporary());
    for (Path leftover : leftovers) {
      files.delete(leftover);
    }
    return leftovers.size();
  }

  /** Heads and bundles, by the first byte of their locators; there are few. */
  private List<Map<Locator, Found>> wholeObjects() throws IOException {
    List<Map<Locator, Found>> byPrefix = new ArrayList<>();
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
      byPrefix.add(new HashMap<>());
    }
    for (ObjectType type : List.of(ObjectType.HEAD, ObjectType.BUNDLE)) {
      for (Locator locator : locatorsIn(layout.folder(type))) {
        int prefix = Byte.toUnsignedInt(locator.toBytes()[0]);
        byPrefix.get(prefix).put(locator, new Found(type, layout.object(type, locator)));
      }
    }
    return byPrefix;
  }

  private void compare(int prefix, Map<Locator, Found> present) throws IOException {
    Path folder = layout.folder(ObjectType.SHARD).resolve("%02x".formatted(prefix));
    for (Locator locator : locatorsIn(folder)) {
      present.put(locator, new Found(ObjectType.SHARD, folder.resolve(locator.toString())));
    }
    JournalChange change = new JournalChange();
    touched.clear();
    Set<Locator> trashed = takePrefix(inTrash, prefix);
    for (JournalEntry entry : core.journal.withPrefix(prefix)) {
      boolean hasTrash = trashed.remove(entry.locator());
      Found found = present.get(entry.locator());
      if (entry.state() == State.STORED) {
        settleStored(entry, found, hasTrash, change);
        if (found != null && found.type() == entry.type()) {
          present.remove(entry.locator());
        }
      } else if (found != null) {
        // Newer than its entry and never acknowledged; the entry's own copy may be a good one.
        settleUnacknowledged(entry, found);
        present.remove(entry.locator());
      } else if (entry.state() == State.TRASHED && !hasTrash && entry.receipt().isEmpty()) {
        change.remove(entry.locator());
      }
    }
    for (Map.Entry<Locator, Found> unknown : present.entrySet()) {
      trashed.remove(unknown.getKey());
      change.write(moveToTrash(unknown.getKey(), unknown.getValue()));
    }
    for (Locator orphan : trashed) {
      change.write(stray(orphan, 0, (int) files.size(layout.trashed(orphan))));
    }
    for (Path directory : touched) {
      files.forceDirectory(directory);
    }
    core.commit(change);
  }

  private void settleStored(
      JournalEntry entry, @Nullable Found found, boolean hasTrash, JournalChange change)
      throws IOException {
    Locator locator = entry.locator();
    Path place = layout.object(entry.type(), locator);
    if (found != null && found.type() == entry.type()) {
      if (hasTrash) {
        files.delete(layout.trashed(locator));
      }
    } else if (hasTrash) {
      rename(layout.trashed(locator), place); // its delete was never acknowledged
    } else if (inQuarantine.contains(locator)) {
      change.write(entry.quarantined());
      lost.add(locator);
    } else {
      change.remove(locator);
      lost.add(locator);
    }
  }

  private void settleUnacknowledged(JournalEntry entry, Found found) throws IOException {
    if (entry.state() == State.TRASHED) {
      rename(found.file(), layout.trashed(entry.locator()));
    } else {
      files.delete(found.file());
    }
  }

  private JournalEntry moveToTrash(Locator locator, Found found) throws IOException {
    int size = (int) Math.min(Integer.MAX_VALUE, files.size(found.file()));
    rename(found.file(), layout.trashed(locator));
    return stray(locator, found.type().id(), size);
  }

  private JournalEntry stray(Locator locator, int objectType, int size) {
    strays.add(locator);
    return new JournalEntry(
        locator,
        State.TRASHED,
        objectType,
        size,
        Digest.ZERO,
        0,
        Optional.of(new Deletion(core.journal.days().days(), 0, 0)),
        Optional.empty());
  }

  private void rename(Path from, Path to) throws IOException {
    files.rename(from, to);
    touched.add(to.getParent());
    touched.add(from.getParent());
  }

  private static Set<Locator> takePrefix(Set<Locator> locators, int prefix) {
    Set<Locator> taken = new HashSet<>();
    for (Locator locator : locators) {
      if (locator.digest().a() >>> 56 == prefix) {
        taken.add(locator);
      }
    }
    return taken;
  }

  private List<Locator> locatorsIn(Path folder) throws IOException {
    return locatorsIn(files, folder);
  }

  static List<Locator> locatorsIn(StoreFiles files, Path folder) throws IOException {
    List<Locator> locators = new ArrayList<>();
    for (Path file : files.list(folder)) {
      StoreLayout.locatorOf(file).ifPresent(locators::add);
    }
    return locators;
  }
}
