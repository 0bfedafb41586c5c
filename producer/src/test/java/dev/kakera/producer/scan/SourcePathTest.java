package dev.kakera.producer.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.posix.RawName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePathTest {
  @Test
  void joinsAndParsesBackTheSameBytes() {
    byte[] raw = {'a', '/', (byte) 0xe9, '\n', '/', 'c'};
    SourcePath path = SourcePath.parse(raw);
    assertThat(path.joined()).isEqualTo(raw);
    assertThat(path.depth()).isEqualTo(3);
    assertThat(path.components()).hasSize(3);
    assertThat(path.display()).isEqualTo("a/\\xE9\\n/c");
    assertThat(path).isEqualTo(SourcePath.parse(raw)).hasSameHashCodeAs(SourcePath.parse(raw));
    assertThat(SourcePath.parse(new byte[0])).isEqualTo(SourcePath.ROOT);
    assertThat(SourcePath.ROOT.display()).isEqualTo(".");
  }

  @Test
  void ordersAsTheWalkGoes() {
    List<SourcePath> walk =
        List.of(parse(""), parse("a"), parse("a/b"), parse("a/b/c"), parse("a/c"), parse("a-"));
    List<SourcePath> shuffled = new ArrayList<>(walk.reversed());
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(walk);
    assertThat(parse("a/b")).isNotEqualTo(parse("b/b")).isNotEqualTo(parse("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a", "a/", "a//b", "..", "a/../b", "./a", "nul\u0000"})
  void refusesPathsThatAreNotBelowTheSource(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  private static SourcePath parse(String text) {
    return SourcePath.parse(RawName.of(text));
  }
}
