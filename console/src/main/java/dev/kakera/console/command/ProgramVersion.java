package dev.kakera.console.command;

import java.util.Optional;
import picocli.CommandLine;

/** The version that the build wrote into the jar. */
public final class ProgramVersion implements CommandLine.IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"kakera " + number() + ", Java " + Runtime.version() + ", format 1"};
  }

  static String number() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
