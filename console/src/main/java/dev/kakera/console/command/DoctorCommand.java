package dev.kakera.console.command;

import dev.kakera.console.check.BrokerChecks;
import dev.kakera.console.check.Check;
import dev.kakera.console.check.Checklist;
import dev.kakera.console.check.DataChecks;
import dev.kakera.console.check.MachineChecks;
import dev.kakera.console.check.Prerequisite;
import dev.kakera.console.check.SourceChecks;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.CheckReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells every prerequisite of a backup: from the list that a backup's refusals come from. */
@Command(name = "doctor", description = "say what stops a backup or soon may, and how to mend it")
public final class DoctorCommand extends KakeraCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      defaultValue = "${env:KAKERA_SOURCE}",
      description = "folders that are to be backed up (default: $KAKERA_SOURCE)")
  List<Path> sources = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "only these checks, by the names that are printed")
  List<String> only = new ArrayList<>();

  @Option(names = "--peer", paramLabel = "NAME", description = "of the peers only this one")
  String peer;

  @Option(names = "--fix", description = "mend what can safely be: topics, rights of key files")
  boolean fix;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Set<Prerequisite> wanted = wanted();
    boolean isThere = invocation().isInitialised();
    if (peer != null) {
      requirePeer(isThere);
    }
    List<Check> checks = new ArrayList<>(MachineChecks.all());
    if (sources != null && !sources.isEmpty()) {
      checks.add(new SourceChecks(sources, invocation().data().path()).check());
    }
    try (BrokerChecks broker = new BrokerChecks(invocation(), Optional.ofNullable(peer))) {
      if (isThere) {
        checks.addAll(new DataChecks(invocation()).ofMesh());
        checks.addAll(broker.checks());
      } else {
        new Initialisation(invocation(), null)
            .checks(MeshSettings.DEFAULT).stream()
                .filter(check -> check.what() != Prerequisite.WORDS_FILE)
                .forEach(checks::add);
      }
      Checklist list = new Checklist(checks).only(wanted);
      List<String> done = fix ? list.mend() : List.of();
      return new CheckReport(invocation().terminal()).print(list.look(), done);
    }
  }

  private Set<Prerequisite> wanted() {
    if (peer != null && only.isEmpty()) {
      return EnumSet.of(Prerequisite.BROKER, Prerequisite.PEERS);
    }
    Set<Prerequisite> wanted =
        only.isEmpty() ? Checklist.all() : EnumSet.noneOf(Prerequisite.class);
    for (String name : only) {
      wanted.add(
          Arrays.stream(Prerequisite.values())
              .filter(each -> each.word().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          MessageId.USAGE,
                          "--only: got \"%s\", expected one of %s"
                              .formatted(
                                  name,
                                  Arrays.stream(Prerequisite.values())
                                      .map(Prerequisite::word)
                                      .toList()))));
    }
    return wanted;
  }

  private void requirePeer(boolean isThere) throws IOException {
    List<String> names = isThere ? invocation().peerNames() : MeshSettings.DEFAULT.peerNames();
    if (!names.contains(peer)) {
      throw new CommandFailure(
          MessageId.USAGE, "--peer: got \"%s\", expected one of %s".formatted(peer, names));
    }
  }
}
