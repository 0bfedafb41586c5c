package dev.kakera.console.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakera.schemas.SchemaId;
import dev.kakera.schemas.Topics;
import java.net.URLDecoder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The schemas of control records, read only, at the paths that Kafka tools ask a schema registry
 * for. A topic's subject is its name with {@code -value}; each has one version, since a changed
 * schema gets a new number. Immutable; any thread may ask.
 */
public final class SchemaRegistry {
  /** Of every answer. */
  static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int VERSION = 1;

  private final SortedMap<String, SchemaId> subjects = new TreeMap<>();

  /** An answer over HTTP: status and JSON. */
  record Answer(int code, String body) {}

  /**
   * @param peers whose topics have subjects
   */
  public SchemaRegistry(Topics topics, List<String> peers) {
    add(topics.stripes(), SchemaId.STRIPE);
    add(topics.peers(), SchemaId.HEARTBEAT);
    for (String peer : peers) {
      add(topics.receipts(peer), SchemaId.RECEIPT);
      add(topics.requests(peer), SchemaId.REQUEST);
      add(topics.replies(peer), SchemaId.REPLY);
    }
  }

  private void add(String topic, SchemaId schema) {
    subjects.put(topic + "-value", schema);
  }

  /** Whether a path belongs to a registry, whatever is asked of it. */
  static boolean owns(String path) {
    return path.matches("/(subjects|schemas|config|mode)(/.*)?");
  }

  /** What is said to a method that would change something. */
  static Answer readOnly() {
    return error(405, 405, "the schemas are read only: use GET or HEAD");
  }

  /**
   * Answers a GET.
   *
   * @param rawPath as it was asked for, with its percent signs
   */
  Answer get(String rawPath) {
    String[] parts = rawPath.replaceFirst("^/", "").split("/");
    for (int at = 0; at < parts.length; at++) {
      parts[at] = decoded(parts[at]);
    }
    return switch (parts[0]) {
      case "subjects" -> subject(parts);
      case "schemas" -> schema(parts);
      case "config" -> setting(parts, "compatibilityLevel", "NONE");
      case "mode" -> setting(parts, "mode", "READONLY");
      default -> unknown();
    };
  }

  private static String decoded(String part) {
    try {
      // A plus is a plus in a path.
      return URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return part; // names no subject then, which is what is answered
    }
  }

  private Answer subject(String[] parts) {
    if (parts.length == 1) {
      ArrayNode names = JSON.createArrayNode();
      subjects.keySet().forEach(names::add);
      return new Answer(200, names.toString());
    }
    if (parts.length < 3 || parts.length > 5 || !parts[2].equals("versions")) {
      return unknown();
    }
    SchemaId schema = subjects.get(parts[1]);
    if (schema == null) {
      return noSubject(parts[1]);
    }
    if (parts.length == 3) {
      return new Answer(200, JSON.createArrayNode().add(VERSION).toString());
    }
    if (!parts[3].matches("latest|-1|[1-9][0-9]*")) {
      return error(
          422,
          42202,
          "The specified version '%s' is not a valid version id: use a number above 0 or \"latest\""
              .formatted(parts[3]));
    }
    if (!List.of("latest", "-1", Integer.toString(VERSION)).contains(parts[3])) {
      return error(404, 40402, "Version %s not found.".formatted(parts[3]));
    }
    if (parts.length == 5) {
      return parts[4].equals("schema") ? new Answer(200, schema.schema().toString()) : unknown();
    }
    ObjectNode version = JSON.createObjectNode().put("subject", parts[1]);
    version.put("version", VERSION).put("id", schema.id());
    return new Answer(200, version.put("schema", schema.schema().toString()).toString());
  }

  private static Answer schema(String[] parts) {
    if (parts.length == 2 && parts[1].equals("types")) {
      return new Answer(200, JSON.createArrayNode().add("AVRO").toString());
    }
    if (parts.length != 3 || !parts[1].equals("ids") || !parts[2].matches("[0-9]+")) {
      return unknown();
    }
    Optional<SchemaId> schema =
        parts[2].length() > 9 ? Optional.empty() : SchemaId.of(Integer.parseInt(parts[2]));
    return schema
        .map(
            found ->
                new Answer(
                    200,
                    JSON.createObjectNode().put("schema", found.schema().toString()).toString()))
        .orElseGet(() -> error(404, 40403, "Schema %s not found".formatted(parts[2])));
  }

  /** The same for all subjects. */
  private Answer setting(String[] parts, String name, String value) {
    if (parts.length > 2) {
      return unknown();
    }
    if (parts.length == 2 && !subjects.containsKey(parts[1])) {
      return noSubject(parts[1]);
    }
    return new Answer(200, JSON.createObjectNode().put(name, value).toString());
  }

  private static Answer noSubject(String name) {
    return error(404, 40401, "Subject '%s' not found.".formatted(name));
  }

  private static Answer unknown() {
    return error(404, 404, "HTTP 404 Not Found");
  }

  private static Answer error(int code, int errorCode, String message) {
    return new Answer(
        code,
        JSON.createObjectNode().put("error_code", errorCode).put("message", message).toString());
  }
}
