package dev.kakera.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * This checkout's docker-compose.yml as a project of its own on a real container engine, used as
 * the README says.
 */
final class Compose implements AutoCloseable {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** The image's build fetches a Maven repository. */
  private static final long MINUTES = 15;

  private static final long PROBE_SECONDS = 20;
  private static final Set<Compose> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    // A run that is cut short leaves no containers behind.
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Compose::remove), "end-of-containers"));
  }

  private final List<String> program;
  private final String project;
  private final Path environment;
  private final Path logs;
  private int commands;

  private Compose(List<String> program, String project, Path environment, Path logs) {
    this.program = program;
    this.project = project;
    this.environment = environment;
    this.logs = logs;
  }

  /**
   * Finds compose beside a running engine.
   *
   * @param project name of the containers and volumes
   * @param environment the .env file
   * @param logs folder for what commands print
   * @return empty when there is no engine, or no compose
   */
  static Optional<Compose> find(String project, Path environment, Path logs) throws Exception {
    if (succeeds(logs, List.of("docker", "info"))) {
      for (List<String> program :
          List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
        List<String> version = new ArrayList<>(program);
        version.add("version");
        if (succeeds(logs, version)) {
          Compose found = new Compose(program, project, environment, logs);
          RUNNING.add(found);
          return Optional.of(found);
        }
      }
    }
    return Optional.empty();
  }

  /** Runs a command of compose to its end. */
  Outcome run(String... words) throws Exception {
    return start(words).await();
  }

  /** Runs a command of Kakera in the home, as a person does. */
  Outcome kakera(String... words) throws Exception {
    return startKakera(words).await();
  }

  Running startKakera(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("exec", "-T", "home", "kakera"));
    all.addAll(List.of(words));
    return start(all.toArray(String[]::new));
  }

  private Running start(String... words) throws IOException {
    List<String> all = new ArrayList<>(program);
    all.addAll(List.of("--project-name", project, "--env-file", environment.toString()));
    all.addAll(List.of("--file", ROOT.resolve("docker-compose.yml").toString()));
    all.addAll(List.of(words));
    return new Running(all);
  }

  /** What a command of the engine itself prints. */
  String docker(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("docker"));
    all.addAll(List.of(words));
    return new Running(all).await().exits(0).out().strip();
  }

  /** The ids of a service's running containers. */
  List<String> containers(String service) throws Exception {
    return docker(
            "ps",
            "--quiet",
            "--filter",
            "label=com.docker.compose.project=" + project,
            "--filter",
            "label=com.docker.compose.service=" + service)
        .lines()
        .toList();
  }

  /** What a shell in the service's first container prints. */
  String shell(String service, String script) throws Exception {
    return docker("exec", containers(service).getFirst(), "sh", "-c", script);
  }

  /**
   * Kills what runs in a container, as a crash does: the engine does not know that anybody wanted
   * it. Returns when the engine has started it again.
   */
  void crash(String container) throws Exception {
    int before = restarts(container);
    new Running(List.of("docker", "exec", container, "bash", "-c", "kill -9 -1")).await();
    Deadline.await(
        "the engine starts a container again", () -> restarts(container) > before, () -> container);
  }

  private int restarts(String container) throws Exception {
    return Integer.parseInt(docker("inspect", "--format", "{{.RestartCount}}", container));
  }

  /** A command that runs. */
  final class Running {
    private final List<String> words;
    private final Path out;
    private final Path err;
    private final Process process;

    private Running(List<String> words) throws IOException {
      this.words = words;
      out = logs.resolve("command-%04d.out".formatted(commands));
      err = logs.resolve("command-%04d.err".formatted(commands));
      commands++;
      process = process(words, out, err);
    }

    boolean isAlive() {
      return process.isAlive();
    }

    Outcome await() throws Exception {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("not within %d minutes: %s".formatted(MINUTES, this));
      }
      return new Outcome(words, process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Override
    public String toString() {
      try {
        return "%s%n%s%s".formatted(words, Files.readString(out), Files.readString(err));
      } catch (IOException e) {
        return words + ": " + e.getMessage();
      }
    }
  }

  private static boolean succeeds(Path logs, List<String> words) throws Exception {
    try {
      Process process = process(words, logs.resolve("probe.out"), logs.resolve("probe.err"));
      return process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  private static Process process(List<String> words, Path out, Path err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(ROOT.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // The test's own settings alone count.
    builder.environment().keySet().removeIf(name -> name.startsWith("COMPOSE_P"));
    return builder.start();
  }

  /** What every role wrote so far. */
  String log() throws Exception {
    return run("logs", "--no-color").all();
  }

  /** Everything that the engine tells about the containers: command, environment, mounts. */
  String inspection() throws Exception {
    List<String> words = new ArrayList<>(List.of("inspect"));
    docker("ps", "--quiet", "--filter", "label=com.docker.compose.project=" + project)
        .lines()
        .forEach(words::add);
    return docker(words.toArray(String[]::new));
  }

  private void remove() {
    try {
      run("down", "--volumes", "--remove-orphans", "--timeout", "5");
    } catch (Exception e) {
      System.err.printf("%s was not removed: %s%n", project, e.getMessage());
    }
  }

  @Override
  public void close() {
    remove();
    RUNNING.remove(this);
  }
}
