package dev.kakera.console.data;

import dev.kakera.console.output.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code kakera bench} measured last: bytes per second by stage. Small, and never vital. */
public record BenchFile(Path path) {
  private static final int VERSION = 1;
  private static final Pattern FIGURE =
      Pattern.compile("^ {4}\"([a-z_]{1,32})\": ([0-9]{1,18}),?$", Pattern.MULTILINE);
  private static final String HEAD = "{\n  \"schema_version\": " + VERSION + ",";

  /** The figures; none when there is no file, or one that this program did not write. */
  public SortedMap<String, Long> read() throws IOException {
    SortedMap<String, Long> figures = new TreeMap<>();
    try {
      String text = Files.readString(path, StandardCharsets.ISO_8859_1);
      if (text.startsWith(HEAD)) {
        Matcher figure = FIGURE.matcher(text);
        while (figure.find()) {
          figures.put(figure.group(1), Long.parseLong(figure.group(2)));
        }
      }
    } catch (NoSuchFileException e) {
      return figures;
    }
    return figures;
  }

  /**
   * Puts figures in the place of the last ones, whole or not at all.
   *
   * @param time when they were measured, RFC 3339
   */
  public void write(String time, Map<String, Long> figures) throws IOException {
    JsonWriter json = new JsonWriter().field("schema_version", VERSION).field("time", time);
    json.object("bytes_per_second");
    new TreeMap<>(figures).forEach(json::field);
    PrivateFiles.replace(path, json.endObject().end().getBytes(StandardCharsets.UTF_8));
  }
}
