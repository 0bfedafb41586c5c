package dev.kakera.console.status;

import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.inspect.GroupList;
import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.inspect.PeerSign;
import dev.kakera.console.inspect.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What stages and peers do now. */
public record PipelineState(List<StageFigure> stages, List<PeerState> peers) {
  public PipelineState {
    stages = List.copyOf(stages);
    peers = List.copyOf(peers);
  }

  /**
   * @param meter what the home has read
   * @param names of all peers
   */
  public static PipelineState of(
      BrokerLook look, PipelineMeter meter, List<String> names, long nowMillis)
      throws InterruptedException {
    List<GroupStand> groups = GroupList.of(look);
    Map<String, PeerSign> signs = PeerSign.of(look);
    PipelineMeter.Window window = meter.window();
    Map<String, Long> receipts = meter.lastReceipts();
    List<StageFigure> stages = new ArrayList<>();
    stages.add(scan(window));
    stages.add(encode(window, stand(groups, look.topics().encoderGroup())));
    List<PeerState> peers = new ArrayList<>();
    for (String name : names) {
      Optional<GroupStand> store = stand(groups, look.topics().storeGroup(name));
      stages.add(peer(name, window, store));
      Optional<PeerSign> sign = Optional.ofNullable(signs.get(name));
      OptionalLong heard =
          sign.map(seen -> OptionalLong.of(seen.timeMillis())).orElse(OptionalLong.empty());
      peers.add(
          new PeerState(
              name,
              Presence.of(store.map(stand -> !stand.isAbandoned()).orElse(false), heard, nowMillis),
              store.map(GroupStand::waiting).orElse(0L),
              heard,
              sign.map(seen -> OptionalLong.of(seen.freeBytes())).orElse(OptionalLong.empty()),
              receipts.containsKey(name)
                  ? OptionalLong.of(receipts.get(name))
                  : OptionalLong.empty()));
    }
    return new PipelineState(stages, peers);
  }

  static StageFigure scan(PipelineMeter.Window window) {
    double now = window.readBytes() / window.seconds();
    double busy = 1 - window.blockedShare();
    return new StageFigure(
        StageFigure.Stage.SCAN,
        "",
        OptionalInt.of(1),
        now,
        busy > 0.01 && now > 0 ? OptionalDouble.of(now / busy) : OptionalDouble.empty(),
        OptionalDouble.of(busy),
        0,
        OptionalLong.empty());
  }

  static StageFigure encode(PipelineMeter.Window window, Optional<GroupStand> group) {
    OptionalInt members = group.map(GroupStand::members).orElse(OptionalInt.empty());
    int threads = members.orElse(0);
    double now = window.encodedBytes() / window.seconds();
    return new StageFigure(
        StageFigure.Stage.ENCODE,
        "",
        OptionalInt.of(threads),
        now,
        window.encodeSeconds() > 0
            ? OptionalDouble.of(window.encodedBytes() / window.encodeSeconds() * threads)
            : OptionalDouble.empty(),
        threads == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.min(1, window.encodeSeconds() / (threads * window.seconds()))),
        group.map(GroupStand::waiting).orElse(0L),
        group.map(GroupStand::oldestMillis).orElse(OptionalLong.empty()));
  }

  static StageFigure peer(String name, PipelineMeter.Window window, Optional<GroupStand> group) {
    double now = window.receipts().getOrDefault(name, 0) * window.shardBytes() / window.seconds();
    return new StageFigure(
        StageFigure.Stage.PEER,
        name,
        OptionalInt.of(group.map(stand -> stand.isAbandoned() ? 0 : 1).orElse(0)),
        now,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        group.map(GroupStand::waiting).orElse(0L),
        group.map(GroupStand::oldestMillis).orElse(OptionalLong.empty()));
  }

  private static Optional<GroupStand> stand(List<GroupStand> groups, String group) {
    return groups.stream().filter(each -> each.group().equals(group)).findFirst();
  }
}
