package dev.kakera.core.key;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * 256 bits as 24 words and back, in the encoding of BIP39 with its published English list; the
 * entropy is used as it is, without BIP39's PBKDF2 step.
 */
public final class RecoveryWords {
  public static final int COUNT = 24;

  private static final int BITS_PER_WORD = 11;
  private static final List<String> LIST = load();

  private RecoveryWords() {}

  public static List<String> encode(Secret secret) {
    byte[] entropy = secret.toBytes();
    byte[] bits = Arrays.copyOf(entropy, Secret.BYTES + 1);
    bits[Secret.BYTES] = checksum(entropy);
    List<String> words = new ArrayList<>(COUNT);
    for (int word = 0; word < COUNT; word++) {
      int index = 0;
      for (int bit = word * BITS_PER_WORD; bit < (word + 1) * BITS_PER_WORD; bit++) {
        index = index << 1 | (bits[bit >>> 3] >>> (7 - (bit & 7)) & 1);
      }
      words.add(LIST.get(index));
    }
    Arrays.fill(entropy, (byte) 0);
    Arrays.fill(bits, (byte) 0);
    return words;
  }

  /**
   * Reads words separated by white space, in any case; numbers and dots between them ("1.") are
   * passed over.
   */
  public static Secret decode(String text) {
    List<String> words =
        Arrays.stream(text.strip().toLowerCase(Locale.ROOT).split("[\\s,]+"))
            .filter(word -> !word.isEmpty() && !word.matches("\\d+[.)]?"))
            .toList();
    return decode(words);
  }

  private static Secret decode(List<String> words) {
    List<String> wrong = new ArrayList<>();
    if (words.size() != COUNT) {
      wrong.add("got %d words, expected 24".formatted(words.size()));
    }
    byte[] bits = new byte[Secret.BYTES + 1];
    for (int word = 0; word < words.size(); word++) {
      int index = Collections.binarySearch(LIST, words.get(word));
      if (index < 0) {
        wrong.add(
            "word %d, \"%s\", is not in the list%s"
                .formatted(word + 1, words.get(word), nearest(words.get(word))));
      } else if (word < COUNT) {
        for (int bit = 0; bit < BITS_PER_WORD; bit++) {
          int at = word * BITS_PER_WORD + bit;
          bits[at >>> 3] |= (byte) ((index >>> (BITS_PER_WORD - 1 - bit) & 1) << (7 - (at & 7)));
        }
      }
    }
    if (!wrong.isEmpty()) {
      throw new WrongWordsException(String.join("; ", wrong));
    }
    byte[] entropy = Arrays.copyOf(bits, Secret.BYTES);
    if (checksum(entropy) != bits[Secret.BYTES]) {
      throw new WrongWordsException(
          "each word is in the list, but together they do not add up: two are swapped, or one is"
              + " another word of the list");
    }
    Arrays.fill(bits, (byte) 0);
    return Secret.takeOwnershipOf(entropy);
  }

  /**
   * The words are not the ones that were printed; the message says which, and never repeats a right
   * one.
   */
  public static final class WrongWordsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongWordsException(String message) {
      super(message);
    }
  }

  private static String nearest(String word) {
    // The list's words differ in their first four letters, so a slip further on still finds its
    // word.
    for (int letters = Math.min(4, word.length()); letters >= 3; letters--) {
      String start = word.substring(0, letters);
      List<String> near = LIST.stream().filter(known -> known.startsWith(start)).limit(3).toList();
      if (!near.isEmpty()) {
        return " (did you mean " + String.join(", ", near) + "?)";
      }
    }
    return "";
  }

  private static byte checksum(byte[] entropy) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(entropy)[0];
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  private static List<String> load() {
    try (InputStream in = RecoveryWords.class.getResourceAsStream("bip39-english.txt")) {
      if (in == null) {
        throw new IllegalStateException("the word list is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException("the word list cannot be read from the program", e);
    }
  }
}
