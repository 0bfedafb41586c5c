package dev.kakera.core.order;

import dev.kakera.core.id.Digest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The root of a binary tree of SHA-256 over leaves of 64 KiB, so that single leaves can be audited
 * later: a leaf is H(0, bytes), an inner point H(1, left, right), and the left subtree is the
 * largest full one (as in RFC 9162, section 2.1). Confined to one thread.
 */
public final class TreeHash {
  public static final int LEAF_BYTES = 64 << 10;

  private final MessageDigest sha256;

  public TreeHash() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  public Digest root(byte[] bytes) {
    int leaves = Math.max(1, Math.ceilDiv(bytes.length, LEAF_BYTES));
    return Digest.copyOf(subtree(bytes, 0, leaves), 0);
  }

  private byte[] subtree(byte[] bytes, int firstLeaf, int leaves) {
    if (leaves == 1) {
      int offset = firstLeaf * LEAF_BYTES;
      sha256.update((byte) 0);
      sha256.update(bytes, offset, Math.min(LEAF_BYTES, bytes.length - offset));
      return sha256.digest();
    }
    int left = Integer.highestOneBit(leaves - 1);
    byte[] leftRoot = subtree(bytes, firstLeaf, left);
    byte[] rightRoot = subtree(bytes, firstLeaf + left, leaves - left);
    sha256.update((byte) 1);
    sha256.update(leftRoot);
    sha256.update(rightRoot);
    return sha256.digest();
  }
}
