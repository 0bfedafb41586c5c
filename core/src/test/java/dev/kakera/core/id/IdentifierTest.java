package dev.kakera.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class IdentifierTest {

  @Test
  void readsTheTextThatItWrites() {
    Choices.forAll(
        1,
        50,
        choices -> {
          Digest digest = Samples.digest(choices);
          assertThat(Digest.parse(digest.toString())).isEqualTo(digest);
          assertThat(Digest.copyOf(digest.toBytes(), 0)).isEqualTo(digest);
          ChunkId chunk = new ChunkId(digest);
          assertThat(ChunkId.parse(chunk.toString())).isEqualTo(chunk);
          assertThat(Locator.parse(digest.hex()).digest()).isEqualTo(digest);
          RepoId repo = new RepoId(choices.number(), choices.number());
          assertThat(RepoId.parse(repo.toString())).isEqualTo(repo);
          assertThat(RepoId.copyOf(repo.toBytes())).isEqualTo(repo);
          StoreId store = new StoreId(choices.number(), choices.number());
          assertThat(StoreId.parse(store.toString())).isEqualTo(store);
          SourceId source = new SourceId(choices.number(), choices.number());
          assertThat(SourceId.copyOf(source.toBytes())).isEqualTo(source);
          PeerId peer = new PeerId(choices.number(), choices.number());
          assertThat(PeerId.parse(peer.toString())).isEqualTo(peer);
        });
  }

  @Test
  void ordersByUnsignedBytes() {
    Choices.forAll(
        1,
        200,
        choices -> {
          Digest one = Samples.digest(choices);
          byte[] bytes = one.toBytes();
          bytes[choices.between(0, 31)] ^= (byte) (1 << choices.between(0, 7));
          Digest other = Digest.copyOf(bytes, 0);
          assertThat(Integer.signum(one.compareTo(other)))
              .isEqualTo(Integer.signum(Arrays.compareUnsigned(one.toBytes(), bytes)));
        });
  }

  @Test
  void refusesTextOfAnotherLength() {
    String thirtyTwo = "0123456789abcdef".repeat(2);
    List<Function<String, Object>> parsers =
        List.of(RepoId::parse, PeerId::parse, StoreId::parse, SourceId::parse);
    for (Function<String, Object> parser : parsers) {
      for (String text : List.of("", thirtyTwo.substring(2), thirtyTwo + "00")) {
        assertThatThrownBy(() -> parser.apply(text))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("expected 32");
      }
      assertThatThrownBy(() -> parser.apply("zz" + thirtyTwo.substring(2)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> ChunkId.parse(thirtyTwo))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 64");
  }

  @Test
  void refusesTooFewBytes() {
    assertThatThrownBy(() -> RepoId.copyOf(new byte[15])).isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> Locator.copyOf(new byte[31])).isInstanceOf(MalformedException.class);
  }
}
