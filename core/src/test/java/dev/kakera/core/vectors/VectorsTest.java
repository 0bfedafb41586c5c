package dev.kakera.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kakera.core.erasure.TooFewShardsException;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.wire.MalformedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The known answers of format version 1. They are never edited: a format that changes gets new. */
class VectorsTest {
  static final List<String> FILES =
      List.of("keys", "sealed", "stripes", "heads", "spool", "orders", "manifest");

  static Stream<Vector> accepted() {
    return all().filter(vector -> !vector.isNegative());
  }

  static Stream<Vector> refused() {
    return all().filter(Vector::isNegative);
  }

  @ParameterizedTest
  @MethodSource("accepted")
  @DisplayName("I-07, I-35: gives the known answer, and the same bytes again")
  void givesTheKnownAnswer(Vector vector) {
    assertThat(VectorKind.byId(vector.kind()).apply(vector.given())).isEqualTo(vector.is());
  }

  @ParameterizedTest
  @MethodSource("refused")
  @DisplayName("I-35: refuses with the known class")
  void refusesWithTheKnownClass(Vector vector) {
    Throwable thrown = catchThrowable(() -> VectorKind.byId(vector.kind()).apply(vector.given()));
    assertThat(failureOf(thrown)).as("%s", thrown).isEqualTo(vector.failure());
  }

  private static String failureOf(Throwable thrown) {
    return switch (thrown) {
      case MalformedException malformed -> malformed.failure().name();
      case RecoveryWords.WrongWordsException _ -> "WRONG_WORDS";
      case TooFewShardsException _ -> "TOO_FEW_SHARDS";
      case null -> "none";
      default -> "another: " + thrown;
    };
  }

  @Test
  void areEnoughAndMostOfThemNegative() {
    long total = all().count();
    long negative = refused().count();
    assertThat(total).isGreaterThanOrEqualTo(500);
    assertThat(4 * negative).as("%d of %d", negative, total).isGreaterThanOrEqualTo(3 * total);
  }

  @Test
  void coverEveryKindAndEveryClassOfFailure() {
    Set<String> kinds = all().map(Vector::kind).collect(Collectors.toSet());
    for (VectorKind kind : VectorKind.values()) {
      assertThat(kinds).contains(kind.id());
    }
    Set<String> failures = refused().map(Vector::failure).collect(Collectors.toSet());
    for (MalformedException.Failure failure : EnumSet.allOf(MalformedException.Failure.class)) {
      assertThat(failures).contains(failure.name());
    }
    Set<String> names = new HashSet<>();
    assertThat(all()).allSatisfy(vector -> assertThat(names.add(vector.toString())).isTrue());
  }

  private static Stream<Vector> all() {
    return FILES.stream().flatMap(VectorsTest::read);
  }

  private static Stream<Vector> read(String file) {
    try (InputStream in = VectorsTest.class.getResourceAsStream("/vectors/v1/" + file + ".json")) {
      assertThat(in).as("vectors of %s", file).isNotNull();
      Object json = Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      Map<?, ?> root = (Map<?, ?>) json;
      assertThat(root.get("version")).isEqualTo("v1");
      return ((List<?>) root.get("vectors")).stream().map(Vector::fromJson);
    } catch (IOException e) {
      throw new IllegalStateException("vectors of " + file, e);
    }
  }
}
