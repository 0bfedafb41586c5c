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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs commands for other processes of the same user, on loopback. */
public final class CommandServer implements AutoCloseable {
  static final String TOKEN_HEADER = "Kakera-Token";
  static final String RUN_PATH = "/v1/run";

  private static final Logger LOG = LoggerFactory.getLogger(CommandServer.class);
  private static final int REQUEST_MAX_BYTES = 1 << 20;
  private static final int STOP_SECONDS = 2;

  private final HttpServer server;
  private final ExecutorService executor;
  private final DataFolder data;
  private final Mesh mesh;
  private final byte[] token;

  private CommandServer(HttpServer server, DataFolder data, Mesh mesh, byte[] token) {
    this.server = server;
    this.executor = Executors.newCachedThreadPool(Thread.ofPlatform().name("command-", 0).factory());
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
    data.publish("home", server.getAddress().getPort() + " " + token);
    return started;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String given = exchange.getRequestHeaders().getFirst(TOKEN_HEADER);
    boolean known =
        given != null
            && MessageDigest.isEqual(token, given.getBytes(StandardCharsets.US_ASCII));
    if (!known || !exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(known ? 405 : 403, -1);
      exchange.close();
      return;
    }
    String request =
        new String(
            exchange.getRequestBody().readNBytes(REQUEST_MAX_BYTES), StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, 0);
    try (DataOutputStream frames = new DataOutputStream(exchange.getResponseBody())) {
      run(List.of(request.split("\0", -1)), frames);
    } catch (IOException e) {
      LOG.warn("a command's caller went away: {}", e.getMessage());
    }
  }

  /** The request: folder, whether a person looks on, then the words of the command line. */
  private void run(List<String> request, DataOutputStream frames) throws IOException {
    PrintStream out = new PrintStream(new FrameStream(frames, 'o'), true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(new FrameStream(frames, 'e'), true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, err, request.get(1).equals("interactive"), false);
    String[] words = request.subList(2, request.size()).toArray(String[]::new);
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
    data.unpublish("home");
    Arrays.fill(token, (byte) 0);
  }
}
