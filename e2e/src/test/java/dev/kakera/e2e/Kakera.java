package dev.kakera.e2e;

import dev.kakera.console.CommandRunner;
import dev.kakera.console.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program on one data folder, run inside this process: as a person's commands, but faster. */
record Kakera(Path data) {
  /** Runs a command to its end. */
  Outcome run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--data");
    all.add(data.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode;
    try (PrintStream outPrint = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errPrint = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      Terminal terminal = new Terminal(outPrint, errPrint, false);
      exitCode = CommandRunner.here().run(terminal, all.toArray(String[]::new));
    }
    return new Outcome(
        all, exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  Path store(String peer) {
    return data.resolve("stores").resolve(peer);
  }

  Path broker() {
    return data.resolve("broker");
  }
}
