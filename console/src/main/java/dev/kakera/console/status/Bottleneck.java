package dev.kakera.console.status;

import dev.kakera.console.output.Units;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The stage that holds the others up: the one before which a queue stands while none stands behind
 * it. A queue stands when it is no longer just what is under way, and its oldest has waited for a
 * while.
 *
 * @param who the peer; empty text for what there is once
 * @param evidence why it is that one
 * @param advice whether more encoder workers would help, and what else would
 */
public record Bottleneck(Limit limit, String who, String evidence, String advice) {
  /** From this many on a queue is not just what is under way. */
  private static final long QUEUE_MIN = 3;

  /** From this age of its oldest on a queue is not just passing. */
  private static final Duration STANDS_AFTER = Duration.ofSeconds(2);

  private static final double BUSY_MIN = 0.8;
  private static final String NO_HELP = "More encoder workers will not help.";

  /** What limits. */
  public enum Limit {
    /** Reading the source. */
    SCAN,
    ENCODE,
    /** Encoders wait for it. */
    BROKER,
    /** A peer's link or disk. */
    PEER,
    /** No stage: the scanner waits for what is between them. */
    FLIGHT,
    /** Nothing: there is nothing to do. */
    IDLE
  }

  /** Of a backup that runs, from what its stages did in the last half minute. */
  public static Bottleneck of(List<StageFigure> stages, long nowMillis) {
    StageFigure scan = find(stages, StageFigure.Stage.SCAN);
    StageFigure encode = find(stages, StageFigure.Stage.ENCODE);
    if (encode.workers().orElse(1) == 0 && encode.waiting() > 0) {
      return new Bottleneck(
          Limit.ENCODE,
          "",
          queue(encode, "chunks wait for an encoder", nowMillis) + ", and none runs",
          "Start one: kakera encoder");
    }
    boolean encodeStands = stands(encode, nowMillis);
    Optional<StageFigure> peer =
        stages.stream()
            .filter(stage -> stage.stage() == StageFigure.Stage.PEER)
            .filter(stage -> stands(stage, nowMillis))
            .max(Comparator.comparingLong(StageFigure::waiting));
    // A peer with a queue works all the time. So do busy encoders: then the longer queue decides.
    if (peer.isPresent()
        && !(encodeStands && isBusy(encode) && encode.waiting() > peer.get().waiting())) {
      return peer(peer.get(), stages, nowMillis);
    }
    if (encodeStands) {
      return isBusy(encode) ? encoding(scan, encode, nowMillis) : broker(encode, nowMillis);
    }
    return noQueue(scan, stages);
  }

  private static boolean stands(StageFigure stage, long nowMillis) {
    return stage.waiting() >= QUEUE_MIN
        && (stage.oldestMillis().isEmpty()
            || nowMillis - stage.oldestMillis().getAsLong() >= STANDS_AFTER.toMillis());
  }

  /** Whose busy share nobody knows may be busy. */
  private static boolean isBusy(StageFigure stage) {
    return stage.busy().orElse(1) >= BUSY_MIN;
  }

  private static Bottleneck peer(StageFigure peer, List<StageFigure> stages, long nowMillis) {
    long others =
        stages.stream()
            .filter(stage -> stage.stage() == StageFigure.Stage.PEER)
            .filter(stage -> !stage.who().equals(peer.who()))
            .mapToLong(StageFigure::waiting)
            .max()
            .orElse(0);
    String wait = queue(peer, "shards wait for " + peer.who(), nowMillis);
    if (peer.workers().orElse(1) == 0) {
      return new Bottleneck(
          Limit.PEER,
          peer.who(),
          wait + ", and its store does not run",
          "Start it: kakera store --peer %s. %s".formatted(peer.who(), NO_HELP));
    }
    return new Bottleneck(
        Limit.PEER,
        peer.who(),
        "%s, which takes %s; at every other peer %s or fewer wait"
            .formatted(wait, Units.rate(peer.now()), Units.count(others)),
        "A chunk is complete when its last shard lands: the link to %s or its disk is too slow, or it sleeps. %s See: kakera doctor --peer %s"
            .formatted(peer.who(), NO_HELP, peer.who()));
  }

  private static Bottleneck encoding(StageFigure scan, StageFigure encode, long nowMillis) {
    String ceiling =
        scan.canDo().isPresent()
            ? ", until reading the source is the limit, at "
                + Units.rate(scan.canDo().getAsDouble())
            : "";
    return new Bottleneck(
        Limit.ENCODE,
        "",
        "%s, and those that run are busy %s of the time, at %s"
            .formatted(
                queue(encode, "chunks wait for an encoder", nowMillis),
                share(encode),
                Units.rate(encode.now())),
        "More encoder workers help as long as cores are idle%s: kakera encoder".formatted(ceiling));
  }

  private static Bottleneck broker(StageFigure encode, long nowMillis) {
    return new Bottleneck(
        Limit.BROKER,
        "",
        "%s, but encoders are busy only %s of the time: they wait for the broker"
            .formatted(queue(encode, "chunks wait for an encoder", nowMillis), share(encode)),
        "The broker's disk takes shards no faster. " + NO_HELP);
  }

  private static Bottleneck noQueue(StageFigure scan, List<StageFigure> stages) {
    if (scan.now() == 0 && stages.stream().allMatch(stage -> stage.waiting() == 0)) {
      return new Bottleneck(
          Limit.IDLE,
          "",
          "nothing was read in the last half minute, and nothing waits",
          "There is nothing to encode. " + NO_HELP);
    }
    String none = "no queue of %d or more stands anywhere".formatted(QUEUE_MIN);
    if (isBusy(scan)) {
      return new Bottleneck(
          Limit.SCAN,
          "",
          "%s, and the scanner is busy %s of the time".formatted(none, share(scan)),
          "The source is read no faster than %s. %s".formatted(Units.rate(scan.now()), NO_HELP));
    }
    return new Bottleneck(
        Limit.FLIGHT,
        "",
        "%s, but the scanner is busy only %s of the time: it waits until receipts make room"
            .formatted(none, share(scan)),
        "No stage is full: each chunk takes its time from stage to stage. " + NO_HELP);
  }

  private static String queue(StageFigure stage, String words, long nowMillis) {
    String count = Units.count(stage.waiting()) + " " + words;
    return stage.oldestMillis().isEmpty()
        ? count
        : "%s, the oldest for %s"
            .formatted(
                count,
                Units.ago(Duration.ofMillis(nowMillis - stage.oldestMillis().getAsLong()))
                    .replace(" ago", ""));
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
