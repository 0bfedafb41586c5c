package dev.kakera.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.data.MeshSettings;
import dev.kakera.schemas.BrokerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What a home server asks of docker-compose.yml and .env.example, as they lie in this checkout. */
class ComposeFileTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int VARIABLES_MAX = 15;
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Z_]+)(?::-([^}]*)|:\\?[^}]*)}");

  /** Who and where the broker is: the compose file's own business. */
  private static final Set<String> BROKER_PLACE =
      Set.of(
          "KAFKA_HEAP_OPTS",
          "KAFKA_JVM_PERFORMANCE_OPTS",
          "KAFKA_NODE_ID",
          "KAFKA_PROCESS_ROLES",
          "KAFKA_LISTENERS",
          "KAFKA_ADVERTISED_LISTENERS",
          "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP",
          "KAFKA_INTER_BROKER_LISTENER_NAME",
          "KAFKA_CONTROLLER_LISTENER_NAMES",
          "KAFKA_CONTROLLER_QUORUM_VOTERS",
          "KAFKA_LOG_DIRS");

  /** Read by docker compose itself. */
  private static final Set<String> COMPOSE_OWN = Set.of("COMPOSE_PROFILES", "COMPOSE_PROJECT_NAME");

  private String text;
  private Map<String, Object> file;
  private Map<String, Map<String, Object>> services;

  @BeforeEach
  void read() throws IOException {
    text = Files.readString(ROOT.resolve("docker-compose.yml"));
    file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    services = map(file.get("services"));
  }

  @Test
  void everyServiceHasWhatAHomeServerAsksFor() {
    List<String> lacking = new ArrayList<>();
    services.forEach(
        (name, service) -> {
          require(lacking, name, service, "restart", "unless-stopped");
          require(lacking, name, service, "init", true);
          require(lacking, name, service, "read_only", true);
          require(lacking, name, service, "cap_drop", List.of("ALL"));
          require(lacking, name, service, "security_opt", List.of("no-new-privileges:true"));
          for (String key :
              List.of("mem_limit", "cpus", "pids_limit", "stop_grace_period", "tmpfs")) {
            if (service.get(key) == null) {
              lacking.add(name + ": no " + key);
            }
          }
          if (Maps.at(service, "healthcheck", "test") == null) {
            lacking.add(name + ": no health check");
          }
          if (Maps.at(service, "logging", "options", "max-size") == null
              || Maps.at(service, "logging", "options", "max-file") == null) {
            lacking.add(name + ": its log grows for ever");
          }
        });
    assertThat(lacking).isEmpty();
    assertThat(services).containsKeys("kafka", "home", "encoder-worker");
  }

  @Test
  void nothingIsPublishedAndNothingHasAFixedName() {
    services.forEach(
        (name, service) ->
            assertThat(service)
                .as("%s", name)
                .doesNotContainKeys("ports", "container_name", "network_mode", "privileged"));
    assertThat(services.get("encoder-worker")).doesNotContainKey("hostname");
    // What docker-compose 1.29 refuses.
    assertThat(file).doesNotContainKey("name");
    services.forEach(
        (name, service) ->
            assertThat(ComposeFileTest.<String, Object>map(service.get("healthcheck")))
                .as("%s", name)
                .doesNotContainKey("start_interval"));
  }

  @Test
  void theBrokerHasTheSettingsOfTheProgram() throws IOException {
    Map<String, Object> environment = map(services.get("kafka").get("environment"));
    SortedMap<String, Object> settings = new TreeMap<>(environment);
    assertThat(settings).containsKeys(BROKER_PLACE.toArray(String[]::new));
    settings.keySet().removeIf(key -> BROKER_PLACE.contains(key) || !key.startsWith("KAFKA_"));
    SortedMap<String, String> wanted = new TreeMap<>(BrokerSettings.of(1));
    wanted.putAll(BrokerSettings.contained());

    assertThat(settings)
        .containsExactlyInAnyOrderEntriesOf(
            new TreeMap<String, Object>(BrokerSettings.toEnvironment(wanted)));
    assertThat(services.get("kafka").get("image")).isEqualTo("apache/kafka:" + kafkaVersion());
  }

  @Test
  void onlyTheHomeSeesTheSourceAndOnlyItWritesKeys() {
    services.forEach(
        (name, service) -> {
          for (Object volume : list(service.get("volumes"))) {
            String mount = volume.toString();
            if (mount.contains("SOURCE_DIR")) {
              assertThat(name).isEqualTo("home");
              assertThat(mount).contains("read_only=true");
            }
            if (mount.startsWith("keys:") && !name.equals("home")) {
              assertThat(name + " " + mount).isEqualTo("encoder-worker keys:/data/keys:ro");
            }
          }
        });
    assertThat(text).contains("${SOURCE_DIR");
  }

  @Test
  void aStoreForEachPeerOfTheTrialOnAVolumeOfItsOwn() {
    List<String> peers = new ArrayList<>();
    Set<String> folders = new TreeSet<>();
    services.forEach(
        (name, service) -> {
          if (List.of("store").equals(service.get("command"))) {
            assertThat(service.get("profiles")).isEqualTo(List.of("trial"));
            peers.add((String) Maps.at(service, "environment", "KAKERA_PEER"));
            folders.add(list(service.get("volumes")).getFirst().toString());
          }
        });

    assertThat(peers).containsExactlyElementsOf(MeshSettings.DEFAULT.peerNames());
    assertThat(folders).hasSameSizeAs(peers).allMatch(folder -> folder.endsWith(":/store"));
  }

  @Test
  void everyVolumeIsNamed() {
    Map<String, Object> named = map(file.get("volumes"));
    Set<String> used = new TreeSet<>();
    services.forEach(
        (_, service) -> {
          for (Object volume : list(service.get("volumes"))) {
            if (volume instanceof String mount) {
              used.add(mount.substring(0, mount.indexOf(':')));
            }
          }
        });

    assertThat(used).isEqualTo(new TreeSet<>(named.keySet()));
  }

  @Test
  void theExampleEnvironmentExplainsEveryVariableAndIsValidButForTheSource() throws IOException {
    Map<String, String> example = new TreeMap<>();
    String before = "";
    for (String line : Files.readAllLines(ROOT.resolve(".env.example"))) {
      int equals = line.indexOf('=');
      if (!line.isEmpty() && !line.startsWith("#")) {
        assertThat(example.isEmpty() || !before.isEmpty()).as(line).isTrue();
        assertThat(before.startsWith("#") || before.contains("="))
            .as("explained: " + line)
            .isTrue();
        example.put(line.substring(0, equals), line.substring(equals + 1));
      }
      before = line;
    }
    Map<String, String> used = new TreeMap<>();
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      used.put(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2));
    }

    assertThat(example).hasSizeLessThanOrEqualTo(VARIABLES_MAX).containsKeys("COMPOSE_PROFILES");
    COMPOSE_OWN.forEach(example::remove);
    assertThat(example).as("as the defaults of docker-compose.yml").isEqualTo(used);
    assertThat(example.get("SOURCE_DIR")).isEmpty();
  }

  private static String kafkaVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in =
        ComposeFileTest.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }

  private static void require(
      List<String> lacking, String name, Map<String, Object> service, String key, Object wanted) {
    if (!wanted.equals(service.get(key))) {
      lacking.add("%s: %s is %s, expected %s".formatted(name, key, service.get(key), wanted));
    }
  }

  @SuppressWarnings("unchecked")
  private static <K, V> Map<K, V> map(Object value) {
    return (Map<K, V>) value;
  }

  private static List<?> list(Object value) {
    return value == null ? List.of() : (List<?>) value;
  }

  /** Values inside of values. */
  private static final class Maps {
    static Object at(Map<String, Object> outer, String... keys) {
      Object value = outer;
      for (String key : keys) {
        value = value instanceof Map<?, ?> inner ? inner.get(key) : null;
      }
      return value;
    }
  }
}
