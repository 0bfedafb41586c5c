package dev.kakera.console.data;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.erasure.Geometry;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What a mesh was made with; kept, since it decides how old data is read.
 *
 * @param geometry of new chunks
 * @param trialPeers how many local stores make up the trial; 0 when there is none
 */
public record MeshSettings(Geometry geometry, int trialPeers) {
  public static final MeshSettings DEFAULT = new MeshSettings(new Geometry(4, 2), 6);

  private static final String VERSION = "1";

  public MeshSettings {
    if (trialPeers < 0 || trialPeers == 1 || trialPeers > 64) {
      throw new IllegalArgumentException(
          "peers: got %d, expected 2 to 64, or 0 where all peers are elsewhere"
              .formatted(trialPeers));
    }
  }

  /** Names of the trial's peers. */
  public List<String> peerNames() {
    List<String> names = new ArrayList<>();
    for (int number = 1; number <= trialPeers; number++) {
      names.add("peer-" + number);
    }
    return names;
  }

  public void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("version", VERSION);
    properties.setProperty("geometry", geometry.toString());
    properties.setProperty("trial.peers", Integer.toString(trialPeers));
    StringWriter text = new StringWriter();
    properties.store(text, "A mesh of Kakera. Made once; do not edit.");
    PrivateFiles.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  public static MeshSettings read(Path file) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(Files.readString(file)));
    String version = properties.getProperty("version");
    if (!VERSION.equals(version)) {
      throw new CommandFailure(
          MessageId.FAILED,
          "%s: version %s, this program knows %s; run the newer program"
              .formatted(file, version, VERSION));
    }
    try {
      return new MeshSettings(
          Geometry.parse(properties.getProperty("geometry", "")),
          Integer.parseInt(properties.getProperty("trial.peers", "")));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          MessageId.FAILED,
          "%s is not as it was written: %s. Bring it back from a copy"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
