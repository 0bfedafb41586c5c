package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.JoinCode;
import dev.kakera.console.join.Joining;
import dev.kakera.console.join.Membership;
import dev.kakera.console.join.WrongCodeException;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes this machine a peer of a home elsewhere. */
@Command(name = "join", description = "make this machine a peer of the home that gave the code")
public final class PeerJoinCommand extends KakeraCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "CODE",
      defaultValue = "${env:KAKERA_JOIN}",
      description = "the join code; - reads it from the standard input (default: $KAKERA_JOIN)")
  String code;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:KAKERA_STORE_DIR}",
      description = "where the store is to lie (default: $KAKERA_STORE_DIR)")
  Path directory;

  @Option(
      names = "--quota",
      paramLabel = "SIZE",
      defaultValue = "${env:KAKERA_QUOTA}",
      description =
          "most that the store takes, such as 500GB (default: $KAKERA_QUOTA, else what is free)")
  String quota;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (directory == null) {
      throw new CommandFailure(
          MessageId.USAGE, "--dir is missing: name the folder in which the store is to lie");
    }
    Path store = directory.toAbsolutePath().normalize();
    long quotaBytes =
        quota == null || quota.isBlank()
            ? 0
            : Sizes.parse("--quota", quota, StoreCommand.QUOTA_MIN_BYTES);
    Optional<Membership> member = Membership.read(store);
    if (member.isPresent()
        && Instant.now().isBefore(Membership.tls(store).certificate().getNotAfter().toInstant())) {
      throw new CommandFailure(
          MessageId.PEER_EXISTS,
          "%s is the store of %s already. Run it: kakera store --dir %s"
              .formatted(store, member.get().peer(), store));
    }
    Terminal terminal = invocation().terminal();
    Membership joined;
    try (JoinCode parsed = JoinCode.parse(given())) {
      joined =
          new Joining(store, quotaBytes, InstantSource.system())
              .run(parsed, (peer, comparison) -> asked(terminal, peer, comparison));
    } catch (WrongCodeException e) {
      throw new CommandFailure(MessageId.JOIN_CODE_WRONG, e.getMessage(), e);
    }
    if (terminal.json()) {
      terminal
          .out()
          .print(
              JsonWriter.document("peer join")
                  .field("peer", joined.peer())
                  .field("store", store.toString())
                  .field("broker", joined.broker().toString())
                  .field("quota_bytes", joined.quotaBytes())
                  .end());
    } else {
      terminal
          .out()
          .println(
              "This machine is %s now. Run its store: kakera store --dir %s"
                  .formatted(joined.peer(), store));
    }
    return 0;
  }

  private String given() throws IOException {
    if (code == null || code.isBlank()) {
      throw new CommandFailure(
          MessageId.USAGE,
          "the join code is missing. On the home: kakera peer invite --name NAME; then here: kakera peer join CODE --dir DIR");
    }
    if (!code.equals("-")) {
      return code;
    }
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return line == null ? "" : line;
  }

  /** Also for programs: whoever runs one must be able to compare. */
  private static void asked(Terminal terminal, String peer, String comparison) {
    if (terminal.json()) {
      terminal
          .err()
          .print(
              JsonWriter.line("status").field("peer", peer).field("comparison", comparison).end());
      return;
    }
    terminal
        .err()
        .println(
            "The home was asked to accept %s. This machine shows:  %s\nOn the home: kakera peer accept %s --shows %s"
                .formatted(peer, comparison, peer, comparison.replace(" ", "")));
  }
}
