package dev.kakera.console;

import dev.kakera.console.output.Terminal;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The program's entry. */
public final class Main {
  private static final long END_SECONDS = 20;

  private Main() {}

  public static void main(String[] words) {
    CountDownLatch ended = new CountDownLatch(1);
    Thread running = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(running, ended), "shutdown"));
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    Console console = System.console();
    Terminal terminal = new Terminal(out, err, console != null && console.isTerminal());
    int exitCode = CommandRunner.here().run(terminal, words);
    ended.countDown();
    out.flush();
    System.exit(exitCode);
  }

  /** Told to end by a signal: lets the command close what it holds. */
  private static void end(Thread running, CountDownLatch ended) {
    running.interrupt();
    try {
      if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("kakera: did not end in order within %d s".formatted(END_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
