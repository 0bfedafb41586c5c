package dev.kakera.benchmarks.compare;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A peer's library, found where the distribution or the user put it. */
final class NativeLibrary {
  private final String name;
  private final SymbolLookup symbols;

  private NativeLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /**
   * @param variable that may name another file
   * @param names as the dynamic linker knows it
   */
  static Optional<NativeLibrary> find(String variable, List<String> names) {
    String wanted = System.getenv(variable);
    if (wanted != null && !wanted.isBlank()) {
      Path file = Path.of(wanted);
      if (!Files.exists(file)) {
        throw new IllegalArgumentException(
            "%s is %s, which is not there".formatted(variable, wanted));
      }
      return Optional.of(
          new NativeLibrary(wanted, SymbolLookup.libraryLookup(file, Arena.global())));
    }
    for (String name : names) {
      try {
        return Optional.of(
            new NativeLibrary(name, SymbolLookup.libraryLookup(name, Arena.global())));
      } catch (IllegalArgumentException e) {
        continue; // the next name, or none
      }
    }
    return Optional.empty();
  }

  MethodHandle function(String function, FunctionDescriptor shape) {
    return Linker.nativeLinker()
        .downcallHandle(
            symbols
                .find(function)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "%s has no %s: it is another library".formatted(name, function))),
            shape);
  }

  /** Name and version of the file that was loaded, as this process has it mapped. */
  String file(String stem) {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .map(line -> line.substring(line.lastIndexOf('/') + 1))
          .filter(file -> file.startsWith(stem))
          .findFirst()
          .orElse(name);
    } catch (java.io.IOException e) {
      return name;
    }
  }
}
