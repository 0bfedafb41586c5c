package dev.kakera.catalog.restore;

import dev.kakera.catalog.restore.Note.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts notes and keeps one example of each kind. Thread-safe. */
final class Notes {
  private final Map<Kind, Note> byKind = new EnumMap<>(Kind.class);

  synchronized void add(Kind kind, String example) {
    byKind.merge(
        kind, new Note(kind, 1, example), (a, _) -> new Note(kind, a.count() + 1, a.example()));
  }

  synchronized List<Note> list() {
    return new ArrayList<>(byKind.values());
  }
}
