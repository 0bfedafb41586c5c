package dev.kakera.core.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.key.Signatures;
import dev.kakera.core.vectors.Canonical;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrderCodecTest {

  @Test
  @DisplayName("I-35: orders have one encoding")
  void encodesOrdersCanonically() {
    Choices.forAll(
        1,
        40,
        choices -> {
          Order order = Samples.order(choices);
          assertThat(order.encode()).hasSize(Order.BYTES);
          assertThat(Order.decode(order.encode())).isEqualTo(order);
          Canonical.check(choices, order.encode(), 200, bytes -> Order.decode(bytes).encode());
        });
  }

  @Test
  @DisplayName("I-35: receipts have one encoding")
  void encodesReceiptsCanonically() {
    Choices.forAll(
        1,
        40,
        choices -> {
          Receipt receipt = Samples.receipt(choices);
          assertThat(receipt.encode()).hasSize(Receipt.BYTES);
          assertThat(Receipt.decode(receipt.encode())).isEqualTo(receipt);
          Canonical.check(choices, receipt.encode(), 200, bytes -> Receipt.decode(bytes).encode());
        });
  }

  @Test
  @DisplayName("I-35: a signed record has one text")
  void writesSignedRecordsCanonically() {
    Choices.forAll(
        1,
        30,
        choices -> {
          Signatures.SigningKey key = Samples.keys(choices).homeKey();
          byte[] body = choices.bytes(choices.between(1, 120));
          Signed signed = Signed.sign(key, Signatures.Context.ORDER, body.clone());
          String text = signed.toText();
          assertThat(Signed.parse(text)).isEqualTo(signed);
          assertThat(Signed.parse(text).verified(key.publicKey(), Signatures.Context.ORDER))
              .isEqualTo(body);
          Canonical.check(
              choices,
              text.getBytes(StandardCharsets.ISO_8859_1),
              300,
              bytes ->
                  Signed.parse(new String(bytes, StandardCharsets.ISO_8859_1))
                      .toText()
                      .getBytes(StandardCharsets.ISO_8859_1));
        });
  }

  @Test
  void refusesTextThatIsNoSignedRecord() {
    assertFailure(Failure.TRUNCATED, "");
    assertFailure(Failure.TRUNCATED, "QUJD");
    assertFailure(Failure.TRUNCATED, "A".repeat(86));
    String shortest = "A".repeat(87);
    assertFailure(Failure.NOT_CANONICAL, shortest.substring(1) + "B");
    assertFailure(Failure.NOT_CANONICAL, shortest + "=");
    assertFailure(Failure.NOT_CANONICAL, shortest.substring(1) + "+");
    assertThat(Signed.parse(shortest).body().length()).isEqualTo(1);
  }

  @Test
  void refusesASignatureOfAnyOtherKeyContextOrBody() {
    Choices choices = new Choices(9);
    Signatures.SigningKey key = Samples.keys(choices).homeKey();
    byte[] publicKey = key.publicKey();
    Signed signed = Signed.sign(key, Signatures.Context.ORDER, Samples.order(choices).encode());
    Signed cut = new Signed(signed.body(), Bytes.copyOf(new byte[10]));
    Signed other = new Signed(Bytes.utf8("another body"), signed.signature());
    for (Signed wrong : List.of(cut, other)) {
      assertThatThrownBy(() -> wrong.verified(publicKey, Signatures.Context.ORDER))
          .isInstanceOf(MalformedException.class);
    }
    assertThatThrownBy(() -> signed.verified(publicKey, Signatures.Context.RECEIPT))
        .isInstanceOf(MalformedException.class);
    byte[] stranger = Samples.keys(choices).homeKey().publicKey();
    assertThatThrownBy(() -> signed.verified(stranger, Signatures.Context.ORDER))
        .isInstanceOf(MalformedException.class);
  }

  private static void assertFailure(Failure failure, String text) {
    assertThatThrownBy(() -> Signed.parse(text))
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
