package dev.kakera.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The program as a process of its own, with the class path of this one. */
final class KakeraProcess implements AutoCloseable {
  /** A run that is cut short leaves no program behind. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "end-of-all"));
  }

  private final List<String> words;
  private final Process process;
  private final Path out;
  private final Path err;

  /**
   * How it is run.
   *
   * @param workplace where its output goes
   * @param data the data folder
   * @param heap as for {@code -Xmx}
   * @param classPath of the program
   * @param prefix a command that becomes the program, such as one that changes the user
   */
  record Launch(Path workplace, Path data, String heap, String classPath, List<String> prefix) {
    static Launch of(Workplace workplace, Path data) throws IOException {
      return new Launch(
          workplace.folder("output"),
          data,
          "512m",
          System.getProperty("java.class.path"),
          List.of());
    }

    Launch withHeap(String other) {
      return new Launch(workplace, data, other, classPath, prefix);
    }

    Launch as(List<String> command, String otherClassPath) {
      return new Launch(workplace, data, heap, otherClassPath, command);
    }

    KakeraProcess start(String... words) throws IOException {
      return new KakeraProcess(this, List.of(words));
    }

    /** Starts it and waits for its end. */
    Outcome run(String... words) throws Exception {
      try (KakeraProcess process = start(words)) {
        return process.await();
      }
    }
  }

  private KakeraProcess(Launch launch, List<String> words) throws IOException {
    this.words = words;
    out = Files.createTempFile(launch.workplace(), "program-", ".out");
    err = Files.createTempFile(launch.workplace(), "program-", ".err");
    List<String> command = new ArrayList<>(launch.prefix());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx" + launch.heap(),
            "-XX:+UseParallelGC",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "dev.kakera.console.Main"));
    command.addAll(words);
    command.addAll(List.of("--data", launch.data().toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", launch.classPath());
    builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    builder.redirectOutput(out.toFile());
    builder.redirectError(err.toFile());
    process = builder.start();
    RUNNING.add(process);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL; returns when it is gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGSTOP: it stands still until {@link #thaw}. */
  void freeze() throws Exception {
    signal("STOP");
    Path status = Path.of("/proc", Long.toString(pid()), "status");
    Deadline.await(
        "stopped",
        () -> Files.readString(status).contains("State:\tT"),
        () -> "still running: " + this);
  }

  void thaw() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    int exitCode =
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
    if (exitCode != 0) {
      throw new AssertionError("signal %s was not sent to %s".formatted(name, this));
    }
  }

  /** Waits for its end. */
  Outcome await() throws Exception {
    if (!process.waitFor(Deadline.STANDARD.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("did not end within %s: %s".formatted(Deadline.STANDARD, this));
    }
    return outcome(process.exitValue());
  }

  /** What it printed until now. */
  Outcome soFar() {
    return outcome(-1);
  }

  private Outcome outcome(int exitCode) {
    try {
      return new Outcome(words, exitCode, Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("the output of the program cannot be read", e);
    }
  }

  @Override
  public void close() {
    kill();
    RUNNING.remove(process);
  }

  @Override
  public String toString() {
    return "process %d: %s".formatted(pid(), soFar());
  }
}
