package dev.kakera.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.vectors.Canonical;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeysTest {

  @Test
  void derivesAnotherKeyForEachPurposeAndSecret() {
    Set<String> keys = new HashSet<>();
    Choices.forAll(
        1,
        20,
        choices -> {
          try (DerivedKeys derived = new DerivedKeys(Secret.copyOf(choices.bytes(32)))) {
            for (KeyPurpose purpose : KeyPurpose.values()) {
              byte[] key = derived.secret(purpose).toBytes();
              assertThat(keys.add(HexFormat.of().formatHex(key))).isTrue();
            }
          }
        });
  }

  @Test
  @DisplayName("I-08: keys that were destroyed seal nothing")
  void refusesToWorkAfterClose() {
    DerivedKeys keys = new DerivedKeys(Secret.copyOf(new byte[32]));
    keys.close();
    assertThatThrownBy(() -> keys.hash(KeyPurpose.SEAL)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> keys.secret(KeyPurpose.SIGN))
        .isInstanceOf(IllegalStateException.class);
    Secret secret = Secret.copyOf(new byte[32]);
    secret.close();
    assertThatThrownBy(secret::toBytes).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void zeroesTheBytesItOwns() {
    byte[] owned = new Choices(1).bytes(32);
    Secret.takeOwnershipOf(owned).close();
    assertThat(owned).containsOnly(0);
    byte[] copied = new Choices(1).bytes(32);
    Secret.copyOf(copied).close();
    assertThat(copied).isEqualTo(new Choices(1).bytes(32));
  }

  @Test
  @DisplayName("I-31: nothing that holds a key shows its bytes")
  void neverPrintsKeys() {
    byte[] bytes = new byte[32];
    java.util.Arrays.fill(bytes, (byte) 0xa7);
    Secret secret = Secret.copyOf(bytes);
    RepositoryKeys keys = new RepositoryKeys(new RepoId(1, 2), 1, new DerivedKeys(secret));
    List<Object> holders =
        List.of(
            secret,
            keys,
            keys.keys(),
            keys.keys().hash(KeyPurpose.SEAL),
            keys.homeKey(),
            new KeyBundle(new RepoId(1, 2), 0, List.of(secret)),
            new SpoolKey(5, secret));
    List<String> tells = new ArrayList<>(List.of("a7a7", "-89, -89", "A7A7"));
    for (KeyPurpose purpose : KeyPurpose.values()) {
      String hex = HexFormat.of().formatHex(keys.keys().secret(purpose).toBytes());
      tells.add(hex.substring(0, 8));
    }
    for (Object holder : holders) {
      for (String tell : tells) {
        assertThat(holder.toString()).doesNotContain(tell);
      }
    }
  }

  @Test
  void refusesSecretsOfAnotherLength() {
    assertThatThrownBy(() -> Secret.copyOf(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesLengthsThatHkdfCannotGive() {
    KeyedHash hash = KeyedHashes.of(new byte[32]);
    assertThat(hash.expand(new byte[0], 255 * 32)).hasSize(255 * 32);
    assertThatThrownBy(() -> hash.expand(new byte[0], 255 * 32 + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("I-35: a bundle's payload has one encoding")
  void encodesBundlesCanonically() {
    Choices.forAll(
        1,
        20,
        choices -> {
          List<Secret> masters = new ArrayList<>();
          for (int left = choices.between(1, 4); left > 0; left--) {
            masters.add(Secret.takeOwnershipOf(choices.bytes(32)));
          }
          RepoId repo = new RepoId(choices.number(), choices.number());
          KeyBundle bundle = new KeyBundle(repo, choices.number(), masters);
          Canonical.check(choices, bundle.encode(), 200, bytes -> KeyBundle.decode(bytes).encode());
          assertThat(bundle.newest().epoch()).isEqualTo(masters.size());
        });
  }

  @Test
  void verifiesOnlyWhatWasSigned() {
    Choices.forAll(
        1,
        20,
        choices -> {
          Signatures.SigningKey key = Samples.keys(choices).homeKey();
          byte[] body = choices.bytes(choices.between(0, 300));
          byte[] signature = key.sign(Signatures.Context.ORDER, body);
          byte[] publicKey = key.publicKey();
          assertThat(verifies(publicKey, body, signature)).isTrue();
          for (Signatures.Context other : Signatures.Context.values()) {
            assertThat(Signatures.verify(publicKey, other, body, signature))
                .isEqualTo(other == Signatures.Context.ORDER);
          }
          signature[choices.between(0, 63)] ^= (byte) (1 << choices.between(0, 7));
          assertThat(verifies(publicKey, body, signature)).isFalse();
          assertThat(verifies(publicKey, body, new byte[63])).isFalse();
          assertThat(verifies(new byte[31], body, signature)).isFalse();
          assertThat(verifies(choices.bytes(32), body, signature)).isFalse();
        });
  }

  private static boolean verifies(byte[] publicKey, byte[] body, byte[] signature) {
    return Signatures.verify(publicKey, Signatures.Context.ORDER, body, signature);
  }
}
