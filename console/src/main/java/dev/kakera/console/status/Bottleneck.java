package dev.kakera.console.status;

import dev.kakera.console.output.Units;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The stage that holds the others up: the one before which the longest queue stands, counted in
 * chunks, since what comes behind it is idle and what comes before it waits for room.
 *
 * @param evidence why it is that one
 * @param advice whether more encoder workers would help, and what else would
 */
public record Bottleneck(Limit limit, String who, String evidence, String advice) {
  /** From this many on a queue is not just what is under way. */
  private static final long QUEUE_MIN = 3;

  private static final double BUSY_MIN = 0.8;

  /** What limits. */
  public enum Limit {
    /** Reading the source. */
    SCAN,
    ENCODE,
    /** Encoders wait for it. */
    BROKER,
    /** A peer's link or disk. */
    PEER
  }

  /** Of a backup that runs. */
  public static Bottleneck of(List<StageFigure> stages) {
    StageFigure encode = find(stages, StageFigure.Stage.ENCODE);
    Optional<StageFigure> peer =
        stages.stream()
            .filter(stage -> stage.stage() == StageFigure.Stage.PEER)
            .max(Comparator.comparingLong(StageFigure::waiting));
    if (peer.isPresent()
        && peer.get().waiting() >= QUEUE_MIN
        && peer.get().waiting() >= encode.waiting()) {
      return peer(peer.get(), stages);
    }
    if (encode.waiting() >= QUEUE_MIN || encode.workers().orElse(1) == 0) {
      return encoding(encode);
    }
    StageFigure scan = find(stages, StageFigure.Stage.SCAN);
    return new Bottleneck(
        Limit.SCAN,
        "",
        "no queue is longer than %d chunks, and the scanner is busy %s of the time"
            .formatted(QUEUE_MIN - 1, share(scan)),
        "The source is read no faster. More encoder workers will not help.");
  }

  private static Bottleneck peer(StageFigure peer, List<StageFigure> stages) {
    long others =
        stages.stream()
            .filter(stage -> stage.stage() == StageFigure.Stage.PEER)
            .filter(stage -> !stage.who().equals(peer.who()))
            .mapToLong(StageFigure::waiting)
            .max()
            .orElse(0);
    return new Bottleneck(
        Limit.PEER,
        peer.who(),
        "%s shards wait for %s, which takes %s; at every other peer %s or fewer wait"
            .formatted(
                Units.count(peer.waiting()),
                peer.who(),
                Units.rate(peer.now()),
                Units.count(others)),
        "A chunk is complete when its last shard lands: the link to %s or its disk is too slow, or it sleeps. More encoder workers will not help. See: kakera doctor --peer %s"
            .formatted(peer.who(), peer.who()));
  }

  private static Bottleneck encoding(StageFigure encode) {
    String wait = "%s chunks wait for an encoder".formatted(Units.count(encode.waiting()));
    if (encode.workers().orElse(1) == 0) {
      return new Bottleneck(
          Limit.ENCODE, "", wait + ", and none runs", "Start one: kakera encoder");
    }
    if (encode.busy().orElse(1) < BUSY_MIN) {
      return new Bottleneck(
          Limit.BROKER,
          "",
          "%s, but encoders are busy only %s of the time: they wait for the broker"
              .formatted(wait, share(encode)),
          "The broker's disk takes shards no faster. More encoder workers will not help.");
    }
    return new Bottleneck(
        Limit.ENCODE,
        "",
        "%s, and those that run are busy %s of the time".formatted(wait, share(encode)),
        "More encoder workers help as long as cores are idle: kakera encoder");
  }

  private static StageFigure find(List<StageFigure> stages, StageFigure.Stage wanted) {
    return stages.stream().filter(stage -> stage.stage() == wanted).findFirst().orElseThrow();
  }

  private static String share(StageFigure stage) {
    return stage.busy().isPresent()
        ? String.format(Locale.ROOT, "%.0f %%", 100 * stage.busy().getAsDouble())
        : "an unknown part";
  }
}
