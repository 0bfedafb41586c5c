package dev.kakera.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes vectors for a version of the formats that has none yet: {@code
 * -Dkakera.vectors.write=<folder>}. Files that are there already are left alone.
 */
class VectorWriterTest {
  private static final Map<String, Supplier<List<Vector>>> MAKERS =
      Map.of(
          "keys", KeyVectors::make,
          "sealed", SealedVectors::make,
          "stripes", StripeVectors::make,
          "heads", HeadVectors::make,
          "spool", SpoolVectors::make,
          "orders", OrderVectors::make,
          "manifest", ManifestVectors::make);

  @Test
  @EnabledIfSystemProperty(named = "kakera.vectors.write", matches = ".+")
  void writesVectorsThatAreNotThereYet() throws IOException {
    Path folder = Path.of(System.getProperty("kakera.vectors.write"));
    Files.createDirectories(folder);
    for (String file : VectorsTest.FILES) {
      Path target = folder.resolve(file + ".json");
      if (!Files.exists(target)) {
        Files.writeString(target, json(MAKERS.get(file).get()));
      }
    }
  }

  @Test
  void makesTheSameVectorsTwice() {
    assertThat(json(OrderVectors.make())).isEqualTo(json(OrderVectors.make()));
  }

  private static String json(List<Vector> vectors) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", "v1");
    root.put("vectors", vectors.stream().map(Vector::toJson).toList());
    StringBuilder out = new StringBuilder();
    Json.write(root, "", out);
    return out.append('\n').toString();
  }
}
