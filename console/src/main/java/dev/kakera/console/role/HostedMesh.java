package dev.kakera.console.role;

import dev.kakera.console.join.Reception;
import dev.kakera.encoder.EncoderStats;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A home in this process whose broker, encoders and stores run in others. */
public final class HostedMesh extends Mesh {
  private final HomeRole home;
  private final Optional<Reception> reception;

  public HostedMesh(HomeRole home, Optional<Reception> reception) {
    this.home = home;
    this.reception = reception;
  }

  @Override
  public Optional<Reception> reception() {
    return reception;
  }

  @Override
  public HomeRole home() {
    return home;
  }

  @Override
  public List<String> troubles() {
    return home.failure().stream().toList();
  }

  @Override
  public Optional<EncoderStats> encoderStats() {
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    home.close();
  }
}
