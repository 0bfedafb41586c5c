package dev.kakera.console.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine's name, shown beside a snapshot; it identifies nothing. */
public final class HostName {
  private HostName() {}

  public static String get() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
