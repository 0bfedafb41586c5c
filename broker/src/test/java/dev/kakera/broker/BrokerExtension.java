package dev.kakera.broker;

import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One broker for all test classes of a JVM, started by the first that asks.
 *
 * <p>{@code @ExtendWith(BrokerExtension.class)} on the class; methods and constructors may then
 * take an {@link EmbeddedBroker} (do not close it) and {@link Topics} under a prefix that no other
 * parameter of this JVM has, so that tests do not meet.
 */
public final class BrokerExtension implements BeforeAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(BrokerExtension.class);
  private static final AtomicInteger PREFIXES = new AtomicInteger();

  @Override
  public void beforeAll(ExtensionContext context) {
    shared(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == EmbeddedBroker.class || type == Topics.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Topics.class
        ? new Topics("t" + PREFIXES.incrementAndGet())
        : shared(context).broker;
  }

  private static Shared shared(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> Shared.start(), Shared.class);
  }

  private record Shared(EmbeddedBroker broker, Path directory)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {

    static Shared start() {
      try {
        Path directory = Files.createTempDirectory("kakera-broker-");
        return new Shared(EmbeddedBroker.start(directory, 0), directory);
      } catch (IOException e) {
        throw new IllegalStateException("no directory for the tests' broker", e);
      }
    }

    @Override
    public void close() throws IOException {
      broker.close();
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
