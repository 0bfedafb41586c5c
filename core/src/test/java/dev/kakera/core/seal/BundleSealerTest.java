package dev.kakera.core.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.Secret;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundleSealerTest {

  @Test
  void opensWhatItSealed() {
    Choices.forAll(
        1,
        20,
        choices -> {
          KeyBundle bundle = bundle(choices, choices.between(1, 5));
          Secret wrapping = Secret.takeOwnershipOf(choices.bytes(32));
          ObjectType type = choices.of(ObjectType.BUNDLE, ObjectType.KEYRING);
          byte[] sealed = BundleSealer.seal(type, bundle, wrapping);
          KeyBundle opened = BundleSealer.open(type, sealed, wrapping);
          assertThat(opened.encode()).isEqualTo(bundle.encode());
          assertThat(BundleSealer.seal(type, opened, wrapping)).isEqualTo(sealed);
        });
  }

  @Test
  void refusesOtherWordsAndOtherTypes() {
    Choices choices = new Choices(3);
    Secret wrapping = Secret.takeOwnershipOf(choices.bytes(32));
    byte[] sealed = BundleSealer.seal(ObjectType.BUNDLE, bundle(choices, 2), wrapping);
    assertFailure(
        Failure.NOT_AUTHENTIC,
        ObjectType.BUNDLE,
        sealed,
        Secret.takeOwnershipOf(choices.bytes(32)));
    assertFailure(Failure.MISPLACED, ObjectType.KEYRING, sealed, wrapping);
  }

  @Test
  void refusesABundleWhoseHeaderSaysSomethingElse() {
    Choices choices = new Choices(4);
    Secret wrapping = Secret.takeOwnershipOf(choices.bytes(32));
    KeyBundle bundle = bundle(choices, 2);
    byte[] payload = bundle.encode();
    Locator locator = new Locator(Samples.digest(choices));
    SealedHeader header =
        SealedHeader.whole(ObjectType.BUNDLE, bundle.repo(), 2, payload.length, locator);
    byte[] sealed = new Sealer(new DerivedKeys(wrapping)).sealWhole(header, payload);
    assertFailure(Failure.MISPLACED, ObjectType.BUNDLE, sealed, wrapping);
  }

  private static KeyBundle bundle(Choices choices, int epochs) {
    List<Secret> masters = new ArrayList<>();
    for (int epoch = 0; epoch < epochs; epoch++) {
      masters.add(Secret.takeOwnershipOf(choices.bytes(32)));
    }
    return new KeyBundle(new RepoId(choices.number(), choices.number()), choices.number(), masters);
  }

  private static void assertFailure(
      Failure failure, ObjectType type, byte[] sealed, Secret wrapping) {
    assertThatThrownBy(() -> BundleSealer.open(type, sealed, wrapping))
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
