package dev.kakera.console.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinCodeTest {
  private static final String FINGERPRINT = "00112233445566778899aabbccddeeff".repeat(2);
  private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private final JoinCode code =
      JoinCode.create(new HostPort("home.example.net", 9095), FINGERPRINT, new SecureRandom());

  @Test
  void isReadAsItWasGiven() throws Exception {
    JoinCode read = JoinCode.parse(code.text());

    assertThat(read.home()).isEqualTo(code.home());
    assertThat(read.id()).isEqualTo(code.id());
    assertThat(read.names(FINGERPRINT)).isTrue();
    assertThat(read.names("ff" + FINGERPRINT.substring(2))).isFalse();
    assertThat(read.text()).isEqualTo(code.text());
  }

  @Test
  void takesSmallLettersBlanksAndLookAlikesAsMeant() throws Exception {
    String copied =
        " "
            + code.text().toLowerCase().replace('0', 'o').replace('1', 'l').replace("-", " -")
            + "\n";

    assertThat(JoinCode.parse(copied.replace("kkrl -", "kkr1-")).id()).isEqualTo(code.id());
  }

  @Test
  void namesTheGroupOfEveryWrongLetter() {
    String text = code.text();
    int first = text.indexOf('-') + 1;
    List<String> unseen = new ArrayList<>();
    int group = 1;
    for (int at = first; at < text.length(); at++) {
      if (text.charAt(at) == '-') {
        group++;
        continue;
      }
      for (char wrong : LETTERS.toCharArray()) {
        String typed = text.substring(0, at) + wrong + text.substring(at + 1);
        if (wrong != text.charAt(at) && !refusal(typed).contains("group " + group + " ")) {
          unseen.add(typed);
        }
      }
    }
    assertThat(unseen).isEmpty();
  }

  @Test
  void seesNeighboursThatChangedPlaces() {
    String text = code.text();
    List<String> unseen = new ArrayList<>();
    for (int at = text.indexOf('-') + 1; at + 1 < text.length(); at++) {
      char left = text.charAt(at);
      char right = text.charAt(at + 1);
      String typed = text.substring(0, at) + right + left + text.substring(at + 2);
      if (left != right && refusal(typed).isEmpty()) {
        unseen.add(typed);
      }
    }
    assertThat(unseen).isEmpty();
  }

  @Test
  void seesGroupsThatChangedPlacesOrAreMissing() {
    String[] groups = code.text().split("-");
    String swapped = code.text().replace(groups[2] + "-" + groups[3], groups[3] + "-" + groups[2]);
    String cut = code.text().substring(0, code.text().lastIndexOf('-'));

    assertThat(refusal(swapped)).contains("group 2 ");
    assertThat(refusal(cut)).contains("cut off");
  }

  @Test
  void tellsAnotherVersionAndWhatIsNoCode() {
    assertThat(refusal(code.text().replace("KKR1-", "KKR2-"))).contains("version 2");
    assertThat(refusal("hello")).contains("no join code");
    assertThat(refusal("")).contains("no join code");
  }

  @Test
  void doesNotPrintItsSecret() {
    assertThat(code.toString()).doesNotContain(code.text().substring(5, 12)).contains("9095");
  }

  @Test
  void refusesAnAddressThatIsNone() {
    assertThatThrownBy(() -> new HostPort("a b", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HostPort("a", 65_536))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Empty when it is read. */
  private static String refusal(String text) {
    try {
      JoinCode.parse(text);
      return "";
    } catch (WrongCodeException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
