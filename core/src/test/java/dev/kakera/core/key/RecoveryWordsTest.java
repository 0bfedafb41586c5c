package dev.kakera.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kakera.core.vectors.Choices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RecoveryWordsTest {

  @Test
  void readsTheWordsThatItGives() {
    Choices.forAll(
        1,
        300,
        choices -> {
          byte[] entropy = choices.bytes(Secret.BYTES);
          List<String> words = RecoveryWords.encode(Secret.copyOf(entropy));
          assertThat(words).hasSize(24);
          assertThat(RecoveryWords.decode(String.join(" ", words)).toBytes()).isEqualTo(entropy);
        });
  }

  @Test
  void readsWordsAsPeopleCopyThem() {
    byte[] entropy = new Choices(7).bytes(Secret.BYTES);
    List<String> words = RecoveryWords.encode(Secret.copyOf(entropy));
    StringBuilder sheet = new StringBuilder("\n");
    for (int place = 0; place < words.size(); place++) {
      sheet.append(place + 1).append(". ").append(words.get(place).toUpperCase(Locale.ROOT));
      sheet.append(place % 4 == 3 ? "\r\n" : ",  \t");
    }
    assertThat(RecoveryWords.decode(sheet.toString()).toBytes()).isEqualTo(entropy);
  }

  @Test
  void namesTheWrongWordsAndNeverARightOne() {
    Choices.forAll(
        1,
        200,
        choices -> {
          List<String> words =
              new ArrayList<>(RecoveryWords.encode(Secret.copyOf(choices.bytes(Secret.BYTES))));
          int place = choices.between(0, 23);
          words.set(place, "qqqq" + choices.between(0, 99));
          Throwable refused = catchThrowable(() -> RecoveryWords.decode(String.join(" ", words)));
          assertThat(refused)
              .isInstanceOf(RecoveryWords.WrongWordsException.class)
              .hasMessageContaining("word " + (place + 1) + ", \"" + words.get(place) + "\"");
          List<String> said = List.of(refused.getMessage().split("[^a-z0-9]+"));
          for (int other = 0; other < 24; other++) {
            if (other != place && !OWN_WORDS.contains(words.get(other))) {
              assertThat(said).doesNotContain(words.get(other));
            }
          }
        });
  }

  /** The message's own words, of which some are in the list. */
  private static final List<String> OWN_WORDS = List.of("word", "is", "not", "in", "the", "list");

  @Test
  void suggestsTheWordThatWasMeant() {
    List<String> words = new ArrayList<>(Collections.nCopies(23, "abandon"));
    words.add("artt");
    assertThatThrownBy(() -> RecoveryWords.decode(String.join(" ", words)))
        .hasMessageContaining("word 24, \"artt\"")
        .hasMessageContaining("did you mean")
        .hasMessageContaining("art");
  }

  @Test
  void countsTheWords() {
    assertThatThrownBy(() -> RecoveryWords.decode("")).hasMessageContaining("got 0 words");
    assertThatThrownBy(() -> RecoveryWords.decode("abandon ".repeat(23)))
        .hasMessageContaining("got 23 words, expected 24");
    assertThatThrownBy(() -> RecoveryWords.decode("abandon ".repeat(23) + "art art"))
        .hasMessageContaining("got 25 words, expected 24");
  }

  @Test
  void noticesSwappedWords() {
    Choices.forAll(
        1,
        20,
        choices -> {
          List<String> words =
              new ArrayList<>(RecoveryWords.encode(Secret.copyOf(choices.bytes(Secret.BYTES))));
          int caught = 0;
          for (int place = 0; place < 23; place++) {
            List<String> swapped = new ArrayList<>(words);
            Collections.swap(swapped, place, place + 1);
            Throwable refused =
                catchThrowable(() -> RecoveryWords.decode(String.join(" ", swapped)));
            caught += refused == null ? 0 : 1;
          }
          // One in 256 swaps keeps the eight bits of the checksum.
          assertThat(caught).isGreaterThanOrEqualTo(20);
        });
  }
}
