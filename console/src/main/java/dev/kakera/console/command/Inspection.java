package dev.kakera.console.command;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.console.Invocation;
import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.role.RunningBroker;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.util.Optional;

/**
 * The broker that a command looks into: the one that runs, else that of the trial, started for it
 * without anybody who would work at what lies in it.
 */
final class Inspection implements AutoCloseable {
  private final Optional<EmbeddedBroker> alone;
  private final BrokerLook look;

  private Inspection(Optional<EmbeddedBroker> alone, String bootstrap) {
    this.alone = alone;
    this.look = new BrokerLook(bootstrap, Topics.standard());
  }

  static Inspection open(Invocation invocation, RoleOptions role)
      throws IOException, InterruptedException {
    if (role.broker != null) {
      return new Inspection(Optional.empty(), role.bootstrap(invocation.data()));
    }
    if (invocation.isHosted()) {
      return new Inspection(Optional.empty(), invocation.mesh().home().bootstrap());
    }
    Optional<String> running = RunningBroker.find(invocation.data());
    if (running.isPresent()) {
      return new Inspection(Optional.empty(), running.get());
    }
    invocation.requireInitialised();
    invocation.lock();
    EmbeddedBroker broker = EmbeddedBroker.start(invocation.data().broker(), 0);
    return new Inspection(Optional.of(broker), broker.bootstrap());
  }

  BrokerLook look() {
    return look;
  }

  /** Whether nothing else of the mesh runs. */
  boolean isAlone() {
    return alone.isPresent();
  }

  @Override
  public void close() {
    look.close();
    alone.ifPresent(EmbeddedBroker::close);
  }
}
