package dev.kakera.console.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakera.console.CommandRunner;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.role.Mesh;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs commands for other processes of the same user, on loopback. */
public final class CommandServer implements AutoCloseable {
  static final String TOKEN_HEADER = "Kakera-Token";
  static final String RUN_PATH = "/v1/run";

  private static final Logger LOG = LoggerFactory.getLogger(CommandServer.class);
  private static final int REQUEST_MAX_BYTES = 1 << 20;
  private static final int WORDS_FROM = 2;
  private static final int STOP_SECONDS = 2;
  private static final int END_SECONDS = 15;

  /**
   * A caller that hears nothing for {@link CommandClient#SILENT_MILLIS} takes the home for hung.
   */
  private static final int ALIVE_SECONDS = 15;

  private final HttpServer server;
  private final ExecutorService executor;
  private final DataFolder data;
  private final Mesh mesh;
  private final byte[] token;

  private CommandServer(HttpServer server, DataFolder data, Mesh mesh, byte[] token) {
    this.server = server;
    this.executor =
        Executors.newCachedThreadPool(Thread.ofPlatform().name("command-", 0).factory());
    this.data = data;
    this.mesh = mesh;
    this.token = token;
  }

  /** Listens, and says where in the data folder. */
  public static CommandServer start(DataFolder data, Mesh mesh) throws IOException {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    CommandServer started =
        new CommandServer(server, data, mesh, token.getBytes(StandardCharsets.US_ASCII));
    server.createContext(RUN_PATH, started::handle);
    server.setExecutor(started.executor);
    server.start();
    try {
      data.publish("home", server.getAddress().getPort() + " " + token);
    } catch (IOException e) {
      server.stop(0);
      started.executor.shutdownNow();
      throw e;
    }
    return started;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String given = exchange.getRequestHeaders().getFirst(TOKEN_HEADER);
    boolean known =
        given != null && MessageDigest.isEqual(token, given.getBytes(StandardCharsets.US_ASCII));
    if (!known || !exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(known ? 405 : 403, -1);
      exchange.close();
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(REQUEST_MAX_BYTES + 1);
    List<String> request = List.of(new String(body, StandardCharsets.UTF_8).split("\0", -1));
    if (body.length > REQUEST_MAX_BYTES || request.size() < WORDS_FROM) {
      exchange.sendResponseHeaders(body.length > REQUEST_MAX_BYTES ? 413 : 400, -1);
      exchange.close();
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    CountDownLatch ended = new CountDownLatch(1);
    try (DataOutputStream frames = new DataOutputStream(exchange.getResponseBody())) {
      executor.execute(() -> stayHeard(frames, ended));
      run(request, frames);
    } catch (IOException e) {
      LOG.warn("a command's caller went away: {}", e.getMessage());
    } finally {
      ended.countDown();
    }
  }

  /** Sends empty frames while a command says nothing. */
  private static void stayHeard(DataOutputStream frames, CountDownLatch ended) {
    FrameStream empty = new FrameStream(frames, 'e');
    try {
      while (!ended.await(ALIVE_SECONDS, TimeUnit.SECONDS)) {
        empty.write(new byte[0], 0, 0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.debug("a command's caller hears no more: {}", e.getMessage());
    }
  }

  /** The request: folder, whether a person looks on, then the words of the command line. */
  private void run(List<String> request, DataOutputStream frames) throws IOException {
    PrintStream out = new PrintStream(new FrameStream(frames, 'o'), true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(new FrameStream(frames, 'e'), true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, err, request.get(1).equals("interactive"));
    String[] words = request.subList(WORDS_FROM, request.size()).toArray(String[]::new);
    int exitCode =
        CommandRunner.hosted(data, mesh, Path.of(request.getFirst())).run(terminal, words);
    synchronized (frames) {
      frames.writeByte('x');
      frames.writeInt(4);
      frames.writeInt(exitCode);
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(STOP_SECONDS);
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a command did not end within {} s", END_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    data.unpublish("home");
    Arrays.fill(token, (byte) 0);
  }
}
