package dev.kakera.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Digest;
import dev.kakera.core.vectors.Choices;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeHashTest {

  @Test
  void givesTheRootThatADefinitionGives() {
    Choices choices = new Choices(1);
    int leaf = TreeHash.LEAF_BYTES;
    TreeHash hash = new TreeHash();
    for (int size :
        new int[] {
          0, 1, leaf - 1, leaf, leaf + 1, 2 * leaf, 2 * leaf + 1, 3 * leaf, 5 * leaf - 7, 17 * leaf
        }) {
      byte[] bytes = choices.bytes(size);
      assertThat(hash.root(bytes)).as("size %d", size).isEqualTo(byDefinition(bytes));
    }
  }

  @Test
  void changesWithEveryByteAndLength() {
    Choices choices = new Choices(2);
    TreeHash hash = new TreeHash();
    byte[] bytes = choices.bytes(3 * TreeHash.LEAF_BYTES + 100);
    Digest root = hash.root(bytes);
    for (int change = 0; change < 50; change++) {
      byte[] changed = bytes.clone();
      changed[choices.between(0, bytes.length - 1)] ^= (byte) (1 << choices.between(0, 7));
      assertThat(hash.root(changed)).isNotEqualTo(root);
    }
    assertThat(hash.root(Arrays.copyOf(bytes, bytes.length - 1))).isNotEqualTo(root);
    assertThat(hash.root(Arrays.copyOf(bytes, bytes.length + 1))).isNotEqualTo(root);
  }

  /** RFC 9162, section 2.1.1, written as it reads. */
  private static Digest byDefinition(byte[] bytes) {
    List<byte[]> leaves = new ArrayList<>();
    for (int at = 0; at < Math.max(1, bytes.length); at += TreeHash.LEAF_BYTES) {
      leaves.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + TreeHash.LEAF_BYTES)));
    }
    return Digest.copyOf(mth(leaves), 0);
  }

  private static byte[] mth(List<byte[]> leaves) {
    if (leaves.size() == 1) {
      return sha256(new byte[] {0}, leaves.getFirst());
    }
    int k = 1;
    while (2 * k < leaves.size()) {
      k *= 2;
    }
    byte[] left = mth(leaves.subList(0, k));
    byte[] right = mth(leaves.subList(k, leaves.size()));
    return sha256(new byte[] {1}, left, right);
  }

  private static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
