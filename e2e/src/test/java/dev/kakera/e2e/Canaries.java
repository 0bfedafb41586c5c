package dev.kakera.e2e;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Byte strings that must not be found, each with a name that does not tell it. */
final class Canaries {
  private static final int KEY_BYTES = 4;

  private final Map<Integer, List<Canary>> byStart = new HashMap<>();

  private record Canary(String name, String latin1) {
    byte[] bytes() {
      return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  Canaries add(String name, byte[] bytes) {
    if (bytes.length < 3 * KEY_BYTES) {
      throw new IllegalArgumentException("%s is so short that chance may make it".formatted(name));
    }
    byStart
        .computeIfAbsent(start(bytes, 0), _ -> new ArrayList<>())
        .add(new Canary(name, new String(bytes, StandardCharsets.ISO_8859_1)));
    return this;
  }

  Canaries add(String name, String text) {
    return add(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A key, as bytes and in the ways that a log might print it. */
  Canaries addKey(String name, byte[] key) {
    add(name, key);
    add(name + " in hex", HexFormat.of().formatHex(key));
    add(name + " in upper-case hex", HexFormat.of().withUpperCase().formatHex(key));
    String base64 = Base64.getEncoder().withoutPadding().encodeToString(key);
    return add(name + " in base64", base64);
  }

  /** What is found in a text. */
  List<String> in(String where, String text) {
    return in(where, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What is found in files, and in the names of all files and folders below one. */
  List<String> below(Path folder, List<Path> except) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : MeshFiles.files(folder)) {
      if (except.stream().noneMatch(file::startsWith)) {
        found.addAll(in("the name of a file", file.toString()));
        found.addAll(in(file));
      }
    }
    return found;
  }

  List<String> in(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
      List<String> found = new ArrayList<>();
      byte[] kept = new byte[0];
      byte[] step = new byte[8 << 20];
      for (int size = in.readNBytes(step, 0, step.length);
          size > 0;
          size = in.readNBytes(step, 0, step.length)) {
        byte[] all = Arrays.copyOf(kept, kept.length + size);
        System.arraycopy(step, 0, all, kept.length, size);
        found.addAll(in(file.toString(), all));
        kept = Arrays.copyOfRange(all, Math.max(0, all.length - 1024), all.length);
      }
      return found;
    } catch (NoSuchFileException e) {
      return List.of(); // a temporary one that went away
    }
  }

  private List<String> in(String where, byte[] bytes) {
    List<String> found = new ArrayList<>();
    if (bytes.length < KEY_BYTES) {
      return found;
    }
    int window = start(bytes, 0);
    for (int at = 0; at + KEY_BYTES <= bytes.length; at++) {
      if (at > 0) {
        window = window << 8 | bytes[at + KEY_BYTES - 1] & 0xff;
      }
      List<Canary> candidates = byStart.get(window);
      if (candidates != null) {
        for (Canary canary : candidates) {
          byte[] wanted = canary.bytes();
          int end = at + wanted.length;
          if (end <= bytes.length && Arrays.equals(bytes, at, end, wanted, 0, wanted.length)) {
            found.add("%s at byte %d of %s".formatted(canary.name(), at, where));
          }
        }
      }
    }
    return found;
  }

  private static int start(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | bytes[at + 3] & 0xff;
  }
}
