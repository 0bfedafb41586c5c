package dev.kakera.console.manage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /livez}, {@code /readyz} and {@code /metrics} of one role, and of the home the
 * schemas of control records; where is said in the data folder as {@code run/metrics-ROLE}. One
 * request at a time.
 */
public final class ManagementServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementServer.class);
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String FIGURES = "text/plain; version=0.0.4; charset=utf-8";
  private static final int STOP_SECONDS = 1;

  private final HttpServer server;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("management").factory());
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final DataFolder data;
  private final String role;
  private final Supplier<List<String>> troubles;
  private final Optional<SchemaRegistry> schemas;

  /**
   * What is served.
   *
   * @param role as it is named in the data folder
   * @param troubles why it is not well; empty when it is
   * @param figures registers them
   * @param schemas of the control records, where the role serves them
   */
  public record Subject(
      String role,
      String version,
      Supplier<List<String>> troubles,
      Consumer<MeterRegistry> figures,
      Optional<SchemaRegistry> schemas) {}

  private ManagementServer(HttpServer server, DataFolder data, Subject subject) {
    this.server = server;
    this.data = data;
    this.role = subject.role();
    this.troubles = subject.troubles();
    this.schemas = subject.schemas();
    Gauge.builder("kakera.build.info", () -> 1)
        .tag("version", subject.version())
        .register(registry);
    subject.figures().accept(registry);
  }

  /**
   * Listens.
   *
   * @param address of which port 0 takes a free one
   * @throws CommandFailure if somebody else listens there
   */
  public static ManagementServer start(
      InetSocketAddress address, DataFolder data, Subject subject) {
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new CommandFailure(
          MessageId.PORT_TAKEN,
          "%s cannot be listened on for metrics: %s. Choose another with --metrics HOST:PORT"
              .formatted(address, e.getMessage()),
          e);
    }
    ManagementServer started = new ManagementServer(server, data, subject);
    server.createContext("/", started::handle);
    server.setExecutor(started.executor);
    server.start();
    started.publish();
    return started;
  }

  /**
   * A container's role may have no data folder that it could write to: it is reached all the same.
   */
  private void publish() {
    String where =
        "%s:%d".formatted(server.getAddress().getHostString(), server.getAddress().getPort());
    LOG.info("metrics of {} at {}", role, where);
    if (Files.isDirectory(data.endpoint(role).getParent())) {
      try {
        data.publish(endpoint(), where);
      } catch (IOException e) {
        LOG.warn("{} cannot be written: {}", data.endpoint(endpoint()), e.getMessage());
      }
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private String endpoint() {
    return "metrics-" + role;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      boolean isSchema =
          schemas.isPresent() && SchemaRegistry.owns(exchange.getRequestURI().getPath());
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        if (isSchema) {
          answer(exchange, SchemaRegistry.readOnly());
        } else {
          exchange.sendResponseHeaders(405, -1);
        }
        return;
      }
      if (isSchema) {
        answer(exchange, schemas.get().get(exchange.getRequestURI().getRawPath()));
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/livez" -> answer(exchange, 200, TEXT, "ok\n");
        case "/readyz" -> {
          List<String> wrong = troubles.get();
          answer(
              exchange,
              wrong.isEmpty() ? 200 : 503,
              TEXT,
              wrong.isEmpty() ? "ok\n" : String.join("\n", wrong) + "\n");
        }
        case "/metrics" -> answer(exchange, 200, FIGURES, registry.scrape());
        default -> answer(exchange, 404, TEXT, "there are /livez, /readyz and /metrics\n");
      }
    } catch (RuntimeException e) {
      LOG.warn("{} could not be answered: {}", exchange.getRequestURI(), e.getMessage());
      throw e;
    }
  }

  private static void answer(HttpExchange exchange, SchemaRegistry.Answer answer)
      throws IOException {
    answer(exchange, answer.code(), SchemaRegistry.CONTENT_TYPE, answer.body());
  }

  private static void answer(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(code, isHead ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(STOP_SECONDS);
    executor.shutdownNow();
    registry.close();
    data.unpublish(endpoint());
  }
}
