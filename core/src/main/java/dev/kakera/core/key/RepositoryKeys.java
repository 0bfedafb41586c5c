package dev.kakera.core.key;

import dev.kakera.core.id.RepoId;

/**
 * What a home holds of one repository and key epoch. Thread-safe; hashes that it hands out are
 * confined to one thread.
 *
 * @param repo the repository's name
 * @param epoch counts from 1; a new master key begins a new one
 * @param keys derived from that epoch's master key
 */
public record RepositoryKeys(RepoId repo, int epoch, DerivedKeys keys) implements AutoCloseable {

  public Signatures.SigningKey homeKey() {
    try (Secret seed = keys.secret(KeyPurpose.SIGN)) {
      return new Signatures.SigningKey(seed);
    }
  }

  @Override
  public void close() {
    keys.close();
  }
}
