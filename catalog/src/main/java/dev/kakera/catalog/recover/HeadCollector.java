package dev.kakera.catalog.recover;

import dev.kakera.catalog.recover.HeadList.DamagedHead;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.core.id.Digest;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.wire.MalformedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Opens heads from wherever they come and counts where each was seen: one copy is as good as
 * another, and what does not open is named. Not thread-safe.
 */
public final class HeadCollector {
  private final EpochKeys keys;
  private final Map<Integer, HeadSealer> sealers = new HashMap<>();
  private final Map<Digest, Seen> seen = new LinkedHashMap<>();
  private final List<DamagedHead> damaged = new ArrayList<>();
  private int foreign;

  private static final class Seen {
    private final HeadSealer.Sealed sealed;
    private final List<String> places = new ArrayList<>();
    private boolean deleted = true;

    private Seen(HeadSealer.Sealed sealed) {
      this.sealed = sealed;
    }
  }

  public HeadCollector(EpochKeys keys) {
    this.keys = keys;
  }

  /**
   * Takes one copy.
   *
   * @param place where it lies: a folder or a peer
   * @param name what it lies under there, for reports
   * @param deleted that it lies among what was deleted
   */
  public void look(String place, String name, byte[] sealed, boolean deleted) {
    try {
      SealedHeader header = SealedHeader.read(sealed, 0, sealed.length);
      if (!header.repo().equals(keys.repo())) {
        foreign++;
        return;
      }
      RepositoryKeys epoch = keys.at(header.epoch()).orElse(null);
      if (epoch == null) {
        damaged(place, name, "it needs the key of epoch " + header.epoch());
        return;
      }
      HeadSealer.Sealed head =
          sealers.computeIfAbsent(header.epoch(), _ -> new HeadSealer(epoch)).open(sealed);
      Seen copies = seen.computeIfAbsent(head.digest(), _ -> new Seen(head));
      copies.deleted &= deleted;
      if (!copies.places.contains(place)) {
        copies.places.add(place);
      }
    } catch (MalformedException e) {
      damaged(place, name, e.getMessage());
    }
  }

  /** Takes note of a copy that cannot be read. */
  public void damaged(String place, String name, String why) {
    damaged.add(new DamagedHead(place, name, why));
  }

  /**
   * @param places that were asked
   */
  public HeadList list(List<String> places) {
    Map<Long, Integer> perSequence = new TreeMap<>();
    List<FoundHead> heads = new ArrayList<>();
    for (Seen copies : seen.values()) {
      perSequence.merge(copies.sealed.head().sequence(), 1, Integer::sum);
      heads.add(new FoundHead(copies.sealed, copies.places, copies.deleted));
    }
    heads.sort(
        Comparator.comparing(FoundHead::deleted)
            .thenComparing(head -> head.head().sequence(), Comparator.reverseOrder())
            .thenComparing(head -> head.folders().size(), Comparator.reverseOrder()));
    List<Long> forks = new ArrayList<>();
    perSequence.forEach(
        (sequence, count) -> {
          if (count > 1) {
            forks.add(sequence);
          }
        });
    return new HeadList(heads, damaged, forks, foreign, places);
  }
}
