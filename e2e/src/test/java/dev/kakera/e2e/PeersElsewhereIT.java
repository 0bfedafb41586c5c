package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Peers that share nothing with the home but a network: they join, store, go away, come back. */
final class PeersElsewhereIT {
  private static final List<String> PEERS = List.of("attic", "garage", "office", "sister");
  private static final int BELOW_REDUNDANCY = 4;
  private static final Pattern SHOWS = Pattern.compile("shows:  ([0-9]{3} [0-9]{3})");

  private final List<KakeraProcess> roles = new ArrayList<>();
  private Workplace workplace;
  private Kakera kakera;
  private KakeraProcess.Launch launch;

  @BeforeEach
  void prepare() throws IOException {
    workplace = Workplace.create("peers");
    kakera = new Kakera(workplace.path("data"));
    launch = KakeraProcess.Launch.of(workplace, kakera.data()).withHeap("192m");
  }

  @AfterEach
  void remove() throws IOException {
    roles.reversed().forEach(KakeraProcess::close);
    workplace.close();
  }

  @Test
  @DisplayName("peers join by code, take a backup, and one that was away catches up")
  void peersJoinAndCatchUp() throws Exception {
    Path source = workplace.folder("source");
    SampleTree tree = new SampleTree(source, Seeds.of("PeersElsewhereIT")).build(12);
    kakera
        .run(
            "init",
            "--geometry",
            "2+2",
            "--trial-peers",
            "0",
            "--words-file",
            workplace.path("words").toString())
        .exits(0);
    startHome();
    Outcome tooFew = kakera.run("peer", "list").exits(0);
    assertThat(tooFew.err()).contains("kakera peer invite");
    for (String peer : PEERS) {
      join(peer);
      role(elsewhere(peer), "store", "--dir", store(peer).toString());
    }
    Outcome first = kakera.run("backup", source.toString()).exits(0);
    assertThat(first.err()).contains("over 4 peers");
    assertThat(first.out()).contains("Peers elsewhere").doesNotContain("Trial");
    restoresEqual(source, "restored");

    KakeraProcess away = roles.removeLast();
    away.terminate();
    away.await();
    tree.churn();
    kakera.run("backup", source.toString(), "--peer-timeout", "5s").exits(BELOW_REDUNDANCY);
    role(elsewhere("sister"), "store", "--dir", store("sister").toString());
    Deadline.await(
        "nothing is owed",
        () -> kakera.run("status").exitCode() == 0,
        () -> kakera.run("status").toString());
    restoresEqual(source, "restored-again");
    assertThat(kakera.run("peer", "list", "--json").exits(0).out())
        .contains("\"message_type\": \"peer list\"")
        .contains("\"name\": \"sister\"")
        .doesNotContain("\"elsewhere\": false");
  }

  private void startHome() throws Exception {
    int brokerPort = freePort();
    role(launch, "broker", "--peers", "localhost:" + brokerPort);
    awaitEndpoint("peers");
    role(launch, "home", "--join", "localhost:" + freePort());
    awaitEndpoint("home");
    role(launch, "encoder");
  }

  private void join(String peer) throws Exception {
    String code = kakera.run("peer", "invite", "--name", peer).exits(0).out().strip();
    Path store = store(peer);
    try (KakeraProcess joining =
        elsewhere(peer).start("peer", "join", code, "--dir", store.toString(), "--quota", "2GB")) {
      Deadline.await(
          peer + " asks",
          () -> SHOWS.matcher(joining.toString()).find() || !joining.isAlive(),
          joining::toString);
      Matcher shown = SHOWS.matcher(joining.toString());
      assertThat(shown.find()).as(joining.toString()).isTrue();
      Outcome compared = kakera.run("peer", "accept", peer).exits(2);
      assertThat(compared.err()).contains(shown.group(1));
      Outcome wrong = kakera.run("peer", "accept", peer, "--shows", "1").exits(1);
      assertThat(wrong.err()).contains("JOIN_REFUSED");
      kakera.run("peer", "accept", peer, "--shows", shown.group(1)).exits(0);
      joining.await().exits(0);
    }
    Outcome again =
        elsewhere(peer).run("peer", "join", code, "--dir", workplace.path("thief").toString());
    assertThat(again.exits(1).err()).contains("JOIN_CODE_USED");
  }

  private Path store(String peer) {
    return workplace.path("elsewhere").resolve(peer).resolve("store");
  }

  /** A data folder of its own, as on another machine. */
  private KakeraProcess.Launch elsewhere(String peer) throws IOException {
    Path machine = Files.createDirectories(workplace.path("elsewhere").resolve(peer));
    return KakeraProcess.Launch.of(workplace, machine.resolve("data")).withHeap("128m");
  }

  private void role(KakeraProcess.Launch machine, String... words) throws IOException {
    roles.add(machine.start(words));
  }

  private void awaitEndpoint(String role) throws Exception {
    Path endpoint = kakera.data().resolve("run").resolve(role);
    Deadline.await(
        "the endpoint of the " + role, () -> Files.exists(endpoint), () -> roles.toString());
  }

  private void restoresEqual(Path source, String name) throws Exception {
    Path target = workplace.path(name);
    kakera.run("restore", "latest", "-t", target.toString()).exits(0);
    assertThat(TreeComparison.of(source, target).differences()).isEmpty();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
