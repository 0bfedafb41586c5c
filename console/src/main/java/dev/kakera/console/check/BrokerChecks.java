package dev.kakera.console.check;

import dev.kakera.console.Invocation;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.inspect.GroupList;
import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.inspect.PeerSign;
import dev.kakera.console.inspect.Presence;
import dev.kakera.console.output.Units;
import dev.kakera.console.role.RoleTopics;
import dev.kakera.console.role.RunningBroker;
import dev.kakera.core.placement.Placement;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must hold of broker, topics, encoders and peers. In the trial a command starts all of them
 * itself. Confined to one thread; holds a connection until it is closed.
 */
public final class BrokerChecks implements AutoCloseable {
  private static final Duration CLOCK_APART = Duration.ofSeconds(60);
  private static final int PEERS_MIN = 2;

  /** With less it has no room for every record that may come. */
  private static final long ROOM_MIN_BYTES = 6L << 20;

  private static final String WITH_THE_TRIAL = "starts with the trial";

  private final Invocation invocation;
  private final Optional<String> onlyPeer;
  private BrokerLook look;

  /**
   * @param onlyPeer of which alone is told; empty for all
   */
  public BrokerChecks(Invocation invocation, Optional<String> onlyPeer) {
    this.invocation = invocation;
    this.onlyPeer = onlyPeer;
  }

  public List<Check> checks() {
    return List.of(
        Check.of(Prerequisite.BROKER, this::broker),
        new Check(Prerequisite.TOPICS, this::topics, Optional.of(this::mendTopics)),
        Check.of(Prerequisite.ENCODER, this::encoder),
        Check.of(Prerequisite.PEERS, this::peers));
  }

  private List<Finding> broker() throws IOException, InterruptedException {
    if (invocation.isHosted()) {
      int topics = look().partitionCounts().size();
      return DataChecks.good("reachable at %s, %d topics".formatted(look().bootstrap(), topics));
    }
    if (Introductions.ofEnvironment().isPresent()) {
      return DataChecks.unmet(MessageId.BROKER_UNREACHABLE, Invocation.HOME_SILENT_WORDS);
    }
    Optional<String> running = RunningBroker.find(invocation.data(), RunningBroker.ALONE);
    if (running.isPresent()) {
      return DataChecks.unmet(
          MessageId.BROKER_UNREACHABLE,
          "a broker runs at %s, but no home that works with it. Start it: kakera home --data %s"
              .formatted(running.get(), invocation.data().path()));
    }
    return invocation.settings().trialPeers() == 0
        ? DataChecks.unmet(MessageId.BROKER_UNREACHABLE, Invocation.NO_HOME_FOR_PEERS_WORDS)
        : DataChecks.good("none runs; a command starts the trial's own");
  }

  private List<Finding> topics() throws IOException, InterruptedException {
    if (!invocation.isHosted()) {
      return DataChecks.good(WITH_THE_TRIAL);
    }
    Topics names = look().topics();
    Set<String> missing = new TreeSet<>();
    TopicSettings.plan(names, invocation.peerNames(), TopicSettings.Partitions.STANDARD).stream()
        .map(TopicPlan::name)
        .forEach(missing::add);
    int wanted = missing.size();
    missing.removeAll(look().partitionCounts().keySet());
    return missing.isEmpty()
        ? DataChecks.good("all %d are there".formatted(wanted))
        : DataChecks.unmet(
            MessageId.TOPIC_MISSING,
            "the broker has no topic %s. Make what is missing: kakera topics create"
                .formatted(String.join(", ", missing)));
  }

  private String mendTopics() throws IOException, InterruptedException {
    var outcome = RoleTopics.ensure(look().bootstrap(), look().topics(), invocation.peerNames());
    return "%d topics made, %d mended".formatted(outcome.created().size(), outcome.mended().size());
  }

  private List<Finding> encoder() throws InterruptedException, IOException {
    if (!invocation.isHosted()) {
      return DataChecks.good(WITH_THE_TRIAL);
    }
    int members =
        group(look().topics().encoderGroup(), GroupList.of(look()))
            .map(stand -> stand.members().orElse(0))
            .orElse(0);
    return members > 0
        ? DataChecks.good("%d takes chunks".formatted(members))
        : DataChecks.unmet(MessageId.ENCODER_MISSING, "no encoder runs. Start one: kakera encoder");
  }

  private List<Finding> peers() throws InterruptedException, IOException {
    if (!invocation.isHosted()) {
      return DataChecks.good(WITH_THE_TRIAL);
    }
    MeshSettings settings = invocation.settings();
    List<GroupStand> groups = GroupList.of(look());
    Map<String, PeerSign> signs = PeerSign.of(look());
    List<String> away = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (String peer : invocation.peerNames()) {
      boolean runs =
          group(look().topics().storeGroup(peer), groups)
              .map(stand -> !stand.isAbandoned())
              .orElse(false);
      if (!runs) {
        away.add(peer);
      }
      if (onlyPeer.map(peer::equals).orElse(true)) {
        findings.add(peer(peer, runs, Optional.ofNullable(signs.get(peer))));
      }
    }
    int all = invocation.peerNames().size();
    if (all < PEERS_MIN) {
      findings.addFirst(
          new Finding.Unmet(
              MessageId.TOO_FEW_PEERS,
              "%d peers were accepted, at least %d are needed. Invite one: kakera peer invite --name NAME"
                  .formatted(all, PEERS_MIN)));
      return findings;
    }
    int needed = needed(all, Placement.survivableLosses(all, settings.geometry()));
    if (all - away.size() < needed) {
      findings.addFirst(
          new Finding.Unmet(
              MessageId.TOO_FEW_PEERS,
              "%d of %d peers are needed to back up with %s, %d are there. Missing: %s. Start each: kakera store --peer NAME"
                  .formatted(
                      needed,
                      all,
                      settings.geometry(),
                      all - away.size(),
                      String.join(", ", away))));
    }
    return findings;
  }

  /**
   * How many must be there for a chunk to survive one more loss, and for a head's quorum.
   *
   * @param losses how many of all may be lost
   */
  static int needed(int peers, int losses) {
    return losses < 1 ? peers : Math.max(losses + 1, peers - losses + 1);
  }

  private static Finding peer(String peer, boolean runs, Optional<PeerSign> sign) {
    long now = System.currentTimeMillis();
    String heard =
        sign.map(
                seen ->
                    "heard of %s, %s free"
                        .formatted(
                            Units.ago(Duration.ofMillis(now - seen.timeMillis())),
                            Units.bytes(seen.freeBytes())))
            .orElse("never heard of");
    if (!runs) {
      return new Finding.Warned(
          "%s: its store does not run (%s). Start it: kakera store --peer %s"
              .formatted(peer, heard, peer));
    }
    OptionalLong heardMillis =
        sign.map(seen -> OptionalLong.of(seen.timeMillis())).orElse(OptionalLong.empty());
    if (Presence.of(true, heardMillis, now) == Presence.SILENT) {
      return new Finding.Warned(
          "%s: its store runs, but gives no sign of life (%s): it hangs, or its link does. See what waits: kakera topics lag"
              .formatted(peer, heard));
    }
    if (sign.map(seen -> seen.freeBytes() < ROOM_MIN_BYTES).orElse(false)) {
      return new Finding.Warned(
          "%s: has no room left (%s). Free some on its disk, or raise its quota there: kakera store --peer %s --quota SIZE"
              .formatted(peer, heard, peer));
    }
    long apart = sign.map(seen -> Math.abs(seen.clockMillis() - seen.timeMillis())).orElse(0L);
    return apart > CLOCK_APART.toMillis()
        ? new Finding.Warned(
            "%s: its clock and this one's are %d s apart; set the wrong one, or orders expire"
                .formatted(peer, apart / 1000))
        : new Finding.Good("%s: runs (%s)".formatted(peer, heard));
  }

  private static Optional<GroupStand> group(String name, List<GroupStand> groups) {
    return groups.stream().filter(stand -> stand.group().equals(name)).findFirst();
  }

  private BrokerLook look() throws IOException, InterruptedException {
    if (look == null) {
      look = new BrokerLook(invocation.mesh().home().bootstrap(), Topics.standard());
    }
    return look;
  }

  @Override
  public void close() {
    if (look != null) {
      look.close();
    }
  }
}
