package dev.kakera.core.vectors;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Recovery words, derivation, signatures and bundles. */
final class KeyVectors {
  private static final String ABANDON = "abandon ".repeat(23) + "art";
  private static final HexFormat HEX = HexFormat.of();

  private KeyVectors() {}

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    words(vectors);
    derivation(vectors);
    signatures(vectors);
    signed(vectors);
    bundles(vectors);
    return vectors;
  }

  private static void words(List<Vector> vectors) {
    String legal = "legal winner thank year wave sausage worth useful ";
    String letter = "letter advice cage absurd amount doctor acoustic avoid ";
    publishedWords(vectors, "00", ABANDON);
    publishedWords(
        vectors, "7f", legal + legal + "legal winner thank year wave sausage worth title");
    publishedWords(
        vectors, "80", letter + letter + "letter advice cage absurd amount doctor acoustic bless");
    publishedWords(vectors, "ff", "zoo ".repeat(23) + "vote");
    Choices choices = new Choices(24);
    List<String> words = RecoveryWords.encode(Secret.copyOf(choices.bytes(32)));
    vectors.add(Vector.accepted("any secret", VectorKind.WORDS, "words", String.join(" ", words)));
    refusedWords(vectors, "none", "");
    refusedWords(vectors, "one missing", "abandon ".repeat(22) + "art");
    refusedWords(vectors, "one too many", ABANDON + " art");
    refusedWords(vectors, "checksum", "abandon ".repeat(24).strip());
    refusedWords(vectors, "not in the list", ABANDON.replaceFirst("abandon", "kakera"));
    refusedWords(vectors, "a slip", ABANDON.replaceFirst("abandon", "abadnon"));
    refusedWords(vectors, "another language", ABANDON.replaceFirst("abandon", "abaisser"));
    for (int place : new int[] {0, 7, 22}) {
      List<String> swapped = new ArrayList<>(words);
      Collections.swap(swapped, place, place + 1);
      refusedWords(vectors, "swapped at " + (place + 1), String.join(" ", swapped));
    }
  }

  private static void publishedWords(List<Vector> vectors, String fill, String words) {
    vectors.add(
        Vector.published(
            "BIP39, entropy of " + fill,
            VectorKind.WORDS,
            Vector.map("words", words),
            Vector.map("entropy", fill.repeat(32), "words", words)));
  }

  private static void refusedWords(List<Vector> vectors, String name, String words) {
    vectors.add(Vector.refused(name, VectorKind.WORDS, "WRONG_WORDS", "words", words));
  }

  private static void derivation(List<Vector> vectors) {
    expand(
        vectors,
        "RFC 5869, A.1",
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    StringBuilder info = new StringBuilder();
    for (int value = 0xb0; value <= 0xff; value++) {
      info.append(HEX.toHexDigits((byte) value));
    }
    expand(
        vectors,
        "RFC 5869, A.2",
        "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
        info.toString(),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
            + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
            + "cc30c58179ec3e87c14c01d5c1f3434f1d87");
    expand(
        vectors,
        "RFC 5869, A.3",
        "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
    for (KeyPurpose purpose : KeyPurpose.values()) {
      String name = purpose.name().toLowerCase(Locale.ROOT);
      vectors.add(
          Vector.accepted(
              name, VectorKind.SUBKEY, "secret", new Choices(100).bytes(32), "purpose", name));
    }
    vectors.add(
        Vector.published(
            "RFC 8439, 2.8.2",
            VectorKind.AEAD,
            Vector.map(
                "key",
                "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                "nonce",
                "070000004041424344454647",
                "aad",
                "50515253c0c1c2c3c4c5c6c7",
                "plain",
                ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for"
                        + " the future, sunscreen would be it.")
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
            Vector.map(
                "sealed",
                "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                    + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                    + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                    + "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691")));
  }

  private static void expand(
      List<Vector> vectors, String name, String prk, String info, String okm) {
    vectors.add(
        Vector.published(
            name,
            VectorKind.HKDF_EXPAND,
            Vector.map("prk", prk, "info", info, "length", okm.length() / 2),
            Vector.map("okm", okm)));
  }

  private static void signatures(List<Vector> vectors) {
    ed25519(
        vectors,
        "RFC 8032, test 1",
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    ed25519(
        vectors,
        "RFC 8032, test 2",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "72",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    ed25519(
        vectors,
        "RFC 8032, test 3",
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "af82",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    for (Signatures.Context context : Signatures.Context.values()) {
      vectors.add(
          Vector.accepted(
              "context " + context,
              VectorKind.SIGNATURE,
              "seed",
              new Choices(101).bytes(32),
              "context",
              context.name(),
              "body",
              new Choices(102).bytes(20)));
    }
  }

  private static void ed25519(
      List<Vector> vectors,
      String name,
      String seed,
      String message,
      String publicKey,
      String signature) {
    vectors.add(
        Vector.published(
            name,
            VectorKind.ED25519,
            Vector.map("seed", seed, "message", message),
            Vector.map("publicKey", publicKey, "signature", signature)));
  }

  private static void signed(List<Vector> vectors) {
    Signatures.SigningKey key =
        new Signatures.SigningKey(Secret.copyOf(new Choices(103).bytes(32)));
    Signed signed = Signed.sign(key, Signatures.Context.RECEIPT, new Choices(104).bytes(20));
    String text = signed.toText();
    byte[] publicKey = key.publicKey();
    vectors.add(
        Vector.accepted("a record", VectorKind.SIGNED, signedGiven(publicKey, "RECEIPT", text)));
    refusedSigned(vectors, "another context", Failure.NOT_AUTHENTIC, publicKey, "ORDER", text);
    byte[] joined = java.util.Base64.getUrlDecoder().decode(text);
    for (int at : new int[] {0, 19, 20, 51, 52, 83}) {
      String changed =
          java.util.Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(Mutations.changed(joined, at, joined[at] ^ 1));
      refusedSigned(
          vectors, "byte " + at + " flipped", Failure.NOT_AUTHENTIC, publicKey, "RECEIPT", changed);
    }
    byte[] stranger = PeerId.ofPublicKey(publicKey).toBytes();
    refusedSigned(
        vectors,
        "another key",
        Failure.NOT_AUTHENTIC,
        Arrays.copyOf(stranger, 32),
        "RECEIPT",
        text);
    refusedSigned(vectors, "no key", Failure.NOT_AUTHENTIC, stranger, "RECEIPT", text);
    refusedSigned(vectors, "nothing", Failure.TRUNCATED, publicKey, "RECEIPT", "");
    refusedSigned(vectors, "no body", Failure.TRUNCATED, publicKey, "RECEIPT", "A".repeat(86));
    refusedSigned(vectors, "no base64", Failure.NOT_CANONICAL, publicKey, "RECEIPT", text + "!");
    refusedSigned(
        vectors,
        "the other alphabet",
        Failure.NOT_CANONICAL,
        publicKey,
        "RECEIPT",
        "+" + text.substring(1));
    refusedSigned(
        vectors, "padded", Failure.NOT_CANONICAL, publicKey, "RECEIPT", "A".repeat(87) + "=");
    refusedSigned(
        vectors, "stray bits", Failure.NOT_CANONICAL, publicKey, "RECEIPT", "A".repeat(86) + "B");
  }

  private static void refusedSigned(
      List<Vector> vectors,
      String name,
      Failure failure,
      byte[] publicKey,
      String context,
      String text) {
    vectors.add(
        Vector.refused(
            name, VectorKind.SIGNED, failure.name(), signedGiven(publicKey, context, text)));
  }

  private static Object[] signedGiven(byte[] publicKey, String context, String text) {
    return new Object[] {"publicKey", publicKey, "context", context, "text", text};
  }

  private static void bundles(List<Vector> vectors) {
    Choices choices = new Choices(105);
    byte[] wrapping = choices.bytes(32);
    RepoId repo = new RepoId(choices.number(), choices.number());
    List<Secret> masters = new ArrayList<>();
    for (int epochs = 1; epochs <= 3; epochs++) {
      masters.add(Secret.copyOf(choices.bytes(32)));
      KeyBundle bundle = new KeyBundle(repo, 1_790_000_000_000L + epochs, masters);
      for (ObjectType type : List.of(ObjectType.BUNDLE, ObjectType.KEYRING)) {
        byte[] sealed = BundleSealer.seal(type, bundle, Secret.copyOf(wrapping));
        vectors.add(
            Vector.accepted(
                type + " of " + epochs + " epochs",
                VectorKind.BUNDLE,
                bundleGiven(type.name(), wrapping, sealed)));
      }
    }
    KeyBundle bundle = new KeyBundle(repo, 1_790_000_000_009L, masters.subList(0, 2));
    byte[] sealed = BundleSealer.seal(ObjectType.BUNDLE, bundle, Secret.copyOf(wrapping));
    refusedBundles(vectors, wrapping, sealed);
    refusedPayloads(vectors, repo, wrapping, sealed, bundle.encode());
  }

  private static Object[] bundleGiven(String type, byte[] wrapping, byte[] sealed) {
    return new Object[] {"type", type, "wrapping", wrapping, "sealed", sealed};
  }

  private static void refusedBundles(List<Vector> vectors, byte[] wrapping, byte[] sealed) {
    Mutations mutations =
        new Mutations(vectors, VectorKind.BUNDLE, bytes -> bundleGiven("BUNDLE", wrapping, bytes));
    mutations
        .truncated(sealed, 0, 68, 100, sealed.length - 1)
        .trailing(sealed)
        .flipped("locator", Failure.NOT_AUTHENTIC, sealed, 40)
        .flipped("siv", Failure.NOT_AUTHENTIC, sealed, 70)
        .flipped("payload", Failure.NOT_AUTHENTIC, sealed, 110)
        .flipped("tag", Failure.NOT_AUTHENTIC, sealed, sealed.length - 1)
        .with("type of a keyring", Failure.MISPLACED, sealed, 6, 4)
        .with("type of a head", Failure.MISPLACED, sealed, 6, 2);
    vectors.add(
        Vector.refused(
            "opened as a keyring",
            VectorKind.BUNDLE,
            "MISPLACED",
            bundleGiven("KEYRING", wrapping, sealed)));
    vectors.add(
        Vector.refused(
            "other words",
            VectorKind.BUNDLE,
            "NOT_AUTHENTIC",
            bundleGiven("BUNDLE", new Choices(5).bytes(32), sealed)));
  }

  /** Payloads that only somebody with the wrapping key could seal. */
  private static void refusedPayloads(
      List<Vector> vectors, RepoId repo, byte[] wrapping, byte[] sealed, byte[] payload) {
    SealedHeader right = SealedHeader.read(sealed, 0, sealed.length);
    Mutations mutations =
        new Mutations(
            vectors,
            VectorKind.BUNDLE,
            bytes -> bundleGiven("BUNDLE", wrapping, sealBundle(wrapping, right, repo, 2, bytes)));
    mutations
        .of("payload")
        .truncated(payload, 0, 1, 17, 25, 27, 58, payload.length - 1)
        .trailing(payload)
        .with("version 0", Failure.UNSUPPORTED, payload, 0, 0)
        .with("version 2", Failure.UNSUPPORTED, payload, 0, 2)
        .with("no epoch", Failure.RANGE, payload, 25, 0, 0)
        .with("1,025 epochs", Failure.RANGE, payload, 25, 4, 1)
        .with("fewer epochs than keys", Failure.TRAILING, payload, 25, 0, 1)
        .with("more epochs than keys", Failure.TRUNCATED, payload, 25, 0, 3)
        .flipped("another repository than the header's", Failure.MISPLACED, payload, 1);
    byte[] otherEpoch = sealBundle(wrapping, right, repo, 1, payload);
    byte[] otherRepo =
        sealBundle(wrapping, right, new RepoId(repo.high(), repo.low() ^ 1), 2, payload);
    new Mutations(vectors, VectorKind.BUNDLE, bytes -> bundleGiven("BUNDLE", wrapping, bytes))
        .refused("header of another epoch", Failure.MISPLACED, otherEpoch)
        .refused("header of another repository", Failure.MISPLACED, otherRepo);
  }

  private static byte[] sealBundle(
      byte[] wrapping, SealedHeader right, RepoId repo, int epoch, byte[] payload) {
    SealedHeader header =
        SealedHeader.whole(ObjectType.BUNDLE, repo, epoch, payload.length, right.locator());
    return new Sealer(new DerivedKeys(Secret.copyOf(wrapping))).sealWhole(header, payload);
  }
}
