package dev.kakera.console.command;

import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.Membership;
import dev.kakera.console.manage.ManagementServer;
import dev.kakera.console.manage.StoreFigures;
import dev.kakera.console.role.LocalStores;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.schemas.Topics;
import dev.kakera.store.ShardStore;
import dev.kakera.store.StoreSettings;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.StoreDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs one peer's shard store as a process of its own. */
@Command(name = "store", description = "run the shard store of a peer")
public final class StoreCommand extends KakeraCommand {
  /** Some shards of the largest chunks. */
  static final long QUOTA_MIN_BYTES = 100_000_000;

  @Option(
      names = "--peer",
      paramLabel = "NAME",
      defaultValue = "${env:KAKERA_PEER}",
      description = "which peer, such as peer-1 (default: $KAKERA_PEER)")
  String peer;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:KAKERA_STORE_DIR}",
      description =
          "where the store lies; then it needs no keys of the home, but has joined it, or meets it in"
              + " $KAKERA_INTRODUCTIONS (default: $KAKERA_STORE_DIR, else in the data folder)")
  Path directory;

  @Option(
      names = "--quota",
      paramLabel = "SIZE",
      defaultValue = "${env:KAKERA_QUOTA}",
      description =
          "most that the store may hold, such as 500GB or 1.5TB, what waits to be deleted included;"
              + " it keeps what it has (default: $KAKERA_QUOTA, else what the disk has room for)")
  String quota;

  @Mixin private RoleOptions role;

  @Mixin private ManagementOptions management;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public boolean isRole() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    limits();
    Optional<Membership> member = directory == null ? Optional.empty() : Membership.read(directory);
    if (member.isPresent()) {
      return runElsewhere(member.get());
    }
    if (peer == null || peer.isBlank()) {
      throw new CommandFailure(
          MessageId.USAGE,
          "--peer is missing, and no store that has joined a home is named with --dir. Join one: kakera peer join CODE --dir DIR");
    }
    Optional<Introductions> introductions = Introductions.ofEnvironment();
    if (introductions.isPresent() && directory != null) {
      String bootstrap = role.bootstrap(invocation().data());
      HomeRef home = meet(introductions.get());
      return run(start(directory, bootstrap, home), bootstrap);
    }
    if (directory != null) {
      throw new CommandFailure(
          MessageId.USAGE,
          "--dir: %s has not joined a home, and %s does not say where to meet one. Join one: kakera peer join CODE --dir %s"
              .formatted(directory, Introductions.VARIABLE, directory));
    }
    invocation().requireInitialised();
    List<String> names = invocation().settings().peerNames();
    if (!names.contains(peer)) {
      throw new CommandFailure(
          MessageId.USAGE, "--peer: got \"%s\", expected one of %s".formatted(peer, names));
    }
    String bootstrap = role.bootstrap(invocation().data());
    HomeRef home;
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open()) {
      home = LocalStores.homeOf(keys);
    }
    Path folder = invocation().data().store(peer);
    return run(start(folder, bootstrap, home), bootstrap);
  }

  /** How much the store takes. */
  StoreSettings.Limits limits() {
    StoreSettings.Limits standard = StoreSettings.Limits.STANDARD;
    return quota == null || quota.isBlank()
        ? standard
        : new StoreSettings.Limits(
            Sizes.parse("--quota", quota, QUOTA_MIN_BYTES),
            standard.reserveBytes(),
            standard.holdDays());
  }

  private ShardStore start(Path folder, String bootstrap, HomeRef home) {
    return LocalStores.start(
        StoreSettings.of(bootstrap, Topics.standard(), peer, folder, home).withLimits(limits()));
  }

  /** The store of a peer elsewhere: it dials the home, and knows of it what it was told. */
  private Integer runElsewhere(Membership member) throws IOException, InterruptedException {
    if (peer != null && !peer.isBlank() && !peer.equals(member.peer())) {
      throw new CommandFailure(
          MessageId.USAGE,
          "--peer: got \"%s\", but %s is the store of %s"
              .formatted(peer, directory, member.peer()));
    }
    peer = member.peer();
    requireCurrent(Membership.tls(directory).certificate());
    invocation().data().create();
    ShardStore store =
        LocalStores.start(
            directory,
            quota == null || quota.isBlank() ? member : member.withQuota(limits().quotaBytes()));
    return run(store, member.broker().toString());
  }

  private void requireCurrent(X509Certificate certificate) {
    Instant now = Instant.now();
    Instant end = certificate.getNotAfter().toInstant();
    Instant begin = certificate.getNotBefore().toInstant();
    if (now.isAfter(end)) {
      throw new CommandFailure(
          MessageId.CERTIFICATE_EXPIRED,
          "the certificate of %s ended at %s, and it is %s. Set the clock if it is wrong, else join again with the same --dir: on the home, kakera peer invite --name %s"
              .formatted(peer, end, now.truncatedTo(ChronoUnit.SECONDS), peer));
    }
    if (now.isBefore(begin)) {
      throw new CommandFailure(
          MessageId.CLOCK_APART,
          "the certificate of %s begins at %s, and this machine's clock says %s. Set it: timedatectl set-ntp true"
              .formatted(peer, begin, now.truncatedTo(ChronoUnit.SECONDS)));
    }
  }

  /** Says who this peer is, and waits until the home has said who it is. */
  private HomeRef meet(Introductions introductions) throws IOException, InterruptedException {
    try (StoreDirectory store = StoreDirectory.openOrCreate(directory, peer)) {
      introductions.introducePeer(peer, store.publicKey());
    }
    Waiting.forInitialisation(
        invocation().terminal(), "the store of " + peer, () -> introductions.home().isPresent());
    return introductions.home().orElseThrow();
  }

  private static List<String> ready(ShardStore store) {
    List<String> wrong = new ArrayList<>(store.troubles().values());
    store.failure().ifPresent(why -> wrong.add(String.valueOf(why.getMessage())));
    return wrong;
  }

  private Integer run(ShardStore started, String bootstrap)
      throws IOException, InterruptedException {
    try (ShardStore store = started;
        ManagementServer _ =
            management.start(
                invocation().data(),
                "store-" + peer,
                () -> ready(store),
                registry -> StoreFigures.register(registry, store))) {
      invocation().terminal().say("store %s at %s".formatted(peer, bootstrap));
      String trouble =
          Waiting.untilTrouble(
              () -> store.failure().map(why -> List.of(why.getMessage())).orElse(List.of()));
      throw new CommandFailure(MessageId.FAILED, "store %s stopped: %s".formatted(peer, trouble));
    }
  }
}
