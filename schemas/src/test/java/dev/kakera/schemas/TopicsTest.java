package dev.kakera.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {

  private final Topics topics = Topics.standard();

  @Test
  void nameEveryTopicAndGroup() {
    assertThat(topics.chunks()).isEqualTo("kakera.chunks");
    assertThat(topics.stripes()).isEqualTo("kakera.stripes");
    assertThat(topics.shards("sis-home")).isEqualTo("kakera.shards.sis-home");
    assertThat(topics.receipts("sis-home")).isEqualTo("kakera.receipts.sis-home");
    assertThat(topics.requests("sis-home")).isEqualTo("kakera.requests.sis-home");
    assertThat(topics.replies("sis-home")).isEqualTo("kakera.replies.sis-home");
    assertThat(topics.peers()).isEqualTo("kakera.peers");
    assertThat(topics.dlq(topics.chunks())).isEqualTo("kakera.chunks.dlq");
    assertThat(topics.encoderGroup()).isEqualTo("kakera-encoder");
    assertThat(topics.storeGroup("sis-home")).isEqualTo("kakera-store-sis-home");
  }

  @Test
  void keepHomesOnOneClusterApart() {
    assertThat(new Topics("home-2").chunks()).isEqualTo("home-2.chunks");
    assertThat(new Topics("home-2").encoderGroup()).isEqualTo("home-2-encoder");
  }

  @Test
  void tellWhosePeersTopicItIs() {
    assertThat(topics.peerOf("kakera.shards.attic")).contains("attic");
    assertThat(topics.peerOf("kakera.replies.attic")).contains("attic");
    assertThat(topics.peerOf("kakera.shards.attic.dlq")).isEmpty();
    assertThat(topics.peerOf("kakera.chunks")).isEmpty();
    assertThat(topics.peerOf("other.shards.attic")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Attic",
        "a.b",
        "a_b",
        "a/b",
        "屋根裏",
        "a b",
        "a\n",
        "12345678901234567890123456789012345678901"
      })
  void refuseNamesThatAreNotPlain(String name) {
    assertThatThrownBy(() -> topics.shards(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("peer name '" + name + "' is not allowed");
    assertThatThrownBy(() -> new Topics(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void acceptFortyCharacters() {
    assertThat(Topics.requirePeer("a".repeat(40))).hasSize(40);
  }
}
