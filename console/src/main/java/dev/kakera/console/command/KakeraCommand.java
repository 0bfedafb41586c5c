package dev.kakera.console.command;

import dev.kakera.console.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command: gets its invocation before it is called, gives its exit code. */
public abstract class KakeraCommand implements Callable<Integer> {
  @Mixin private GlobalOptions global;

  private Invocation invocation;

  public GlobalOptions global() {
    return global;
  }

  public void use(Invocation given) {
    invocation = given;
  }

  Invocation invocation() {
    return invocation;
  }

  /** Whether it must run in this very process even when another one holds the mesh. */
  public boolean isLocal() {
    return false;
  }

  /**
   * Whether it runs until it is told to end; where it runs in a container, its log is read there.
   */
  public boolean isRole() {
    return false;
  }
}
