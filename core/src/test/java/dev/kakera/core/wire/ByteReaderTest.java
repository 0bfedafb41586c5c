package dev.kakera.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.vectors.Choices;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteReaderTest {

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16384, 808001",
    "9223372036854775807, ffffffffffffffff7f",
    "-1, ffffffffffffffffff01"
  })
  void writesVarintsAsTheFormatShowsThem(long value, String hex) {
    assertThat(HexFormat.of().formatHex(new ByteWriter(1).varint(value).toBytes())).isEqualTo(hex);
    assertThat(reader(hex).varint()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"0, 00", "-1, 01", "1, 02", "-2, 03", "2147483647, feffffff0f"})
  void writesSignedVarintsInZigzag(long value, String hex) {
    assertThat(HexFormat.of().formatHex(new ByteWriter(1).signedVarint(value).toBytes()))
        .isEqualTo(hex);
    assertThat(reader(hex).signedVarint()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"8000", "ff00", "80808000", "ffffffffffffffffff02", "ffffffffffffffffff7f"})
  @DisplayName("I-35: refuses a number written longer than it is")
  void refusesOverlongVarints(String hex) {
    assertFailure(Failure.NOT_CANONICAL, () -> reader(hex).varint());
  }

  @Test
  void refusesVarintsOfElevenBytes() {
    assertFailure(Failure.NOT_CANONICAL, () -> reader("ffffffffffffffffffffffff01").varint());
  }

  @Test
  void readsWhatItWrote() {
    Choices.forAll(
        1,
        500,
        choices -> {
          long value = choices.of(choices.anySize(), choices.number(), Long.MIN_VALUE);
          byte[] bytes =
              new ByteWriter(4)
                  .varint(value)
                  .signedVarint(value)
                  .u64(value)
                  .u32((int) value)
                  .u16((int) value & 0xffff)
                  .u8((int) value & 0xff)
                  .toBytes();
          ByteReader reader = new ByteReader("numbers", bytes);
          assertThat(reader.varint()).isEqualTo(value);
          assertThat(reader.signedVarint()).isEqualTo(value);
          assertThat(reader.u64()).isEqualTo(value);
          assertThat(reader.u32()).isEqualTo((int) value);
          assertThat(reader.u16()).isEqualTo((int) value & 0xffff);
          assertThat(reader.u8()).isEqualTo((int) value & 0xff);
          reader.end();
        });
  }

  @Test
  @DisplayName("I-33: checks a length before it makes room for it")
  void checksLengthsBeforeItAllocates() {
    byte[] huge = new ByteWriter(8).varint(Integer.MAX_VALUE).toBytes();
    assertFailure(Failure.RANGE, () -> new ByteReader("x", huge).sized("name", 255));
    assertFailure(
        Failure.TRUNCATED, () -> new ByteReader("x", huge).sized("name", Integer.MAX_VALUE));
    assertFailure(Failure.RANGE, () -> reader("ffffffff").size32("size", 100));
    assertFailure(Failure.RANGE, () -> reader("ffffffffffffffffff01").length("size"));
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    assertThat(reader("02c3bc").text("text", 10)).isEqualTo("ü");
    assertFailure(Failure.NOT_CANONICAL, () -> reader("01ff").text("text", 10));
    assertFailure(Failure.NOT_CANONICAL, () -> reader("02c080").text("text", 10));
  }

  @Test
  void refusesFlagsOtherThanZeroAndOne() {
    assertThat(reader("01").flag("flag")).isTrue();
    assertFailure(Failure.UNSUPPORTED, () -> reader("02").flag("flag"));
  }

  @Test
  void refusesWhatIsLeftOver() {
    assertFailure(Failure.TRAILING, () -> reader("00").end());
  }

  @Test
  void readsOnlyItsPartOfTheArray() {
    ByteReader reader = new ByteReader("part", "abcdef".getBytes(StandardCharsets.US_ASCII), 2, 2);
    assertThat(reader.raw(2)).isEqualTo("cd".getBytes(StandardCharsets.US_ASCII));
    assertFailure(Failure.TRUNCATED, reader::u8);
  }

  @Test
  void ordersByteStringsByUnsignedBytes() {
    assertThat(Bytes.utf8("a")).isLessThan(Bytes.takeOwnershipOf(new byte[] {(byte) 0xff}));
    assertThat(Bytes.utf8("a")).isLessThan(Bytes.utf8("ab"));
  }

  private static ByteReader reader(String hex) {
    return new ByteReader("test", HexFormat.of().parseHex(hex));
  }

  private static void assertFailure(
      Failure failure, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
