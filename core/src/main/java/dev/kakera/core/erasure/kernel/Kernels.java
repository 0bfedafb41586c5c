package dev.kakera.core.erasure.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which kernel this process uses.
 *
 * <p>Decided once: by {@link #decide} where a process starts, and otherwise at the first question,
 * for the plain-Java kernel. Every kernel but the reference must agree with the reference on fixed
 * bytes first; one that does not is passed over, with a reason that a person can read.
 */
public final class Kernels {
  /** The wish for whatever is best here. */
  public static final String AUTO = "auto";

  private static final String VECTOR = "vector";
  private static final int INSTANCES = 3;
  private static final List<Integer> WIDTHS = List.of(128, 256, 512);

  private static Supplier<Choice> decision = Kernels::plain;
  private static Choice choice;

  private Kernels() {}

  /**
   * Decides for this process, unless its kernel is in use already. Computes nothing yet where it is
   * {@link #AUTO}, so that a process that never codes pays nothing.
   *
   * @param wish {@link #AUTO}, or the name of a kernel, which then is used from the first byte on;
   *     one of vectors is tried at once, and used as soon as it is faster
   * @param background what runs the trials
   * @throws KernelUnavailableException if that kernel is not known or cannot run here; says which
   *     can
   */
  public static void decide(String wish, KernelTrial.Background background) {
    if (wish.equals(AUTO)) {
      decide(() -> choose(AUTO, background));
    } else {
      Choice named = choose(wish, background);
      decide(() -> named);
    }
  }

  private static synchronized void decide(Supplier<Choice> made) {
    decision = made;
  }

  /** The kernel to use. */
  public static Kernel chosen() {
    return choice().kernel();
  }

  /** Which kernel runs now and why, as a sentence for a status line or a log. */
  public static String reason() {
    return choice().reason();
  }

  /** Whether a kernel that should have been used computed wrongly or could not run. */
  public static boolean fellBack() {
    return choice().fellBack();
  }

  /** The names that {@link #decide} takes on this machine. */
  public static List<String> possible() {
    List<String> names = new ArrayList<>(List.of(AUTO, "table", "long"));
    try {
      int bits = VectorModule.preferredBits();
      WIDTHS.stream()
          .filter(width -> width <= bits)
          .map(width -> VECTOR + width)
          .forEach(names::add);
    } catch (VectorModule.UnavailableException e) {
      // Then there are only the plain ones.
    }
    return List.copyOf(names);
  }

  /**
   * A kernel by its name, not checked; {@link #AUTO} is none.
   *
   * @throws KernelUnavailableException as {@link #decide}
   */
  public static Kernel named(String name) {
    return switch (name) {
      case "table" -> new TableKernel();
      case "long" -> new LongKernel();
      case "vector128", "vector256", "vector512" -> vector(width(name));
      default -> throw refused(name, "is not known", null);
    };
  }

  static Choice choose(String wish, KernelTrial.Background background) {
    if (wish.equals(AUTO)) {
      return adaptive(Kernels::fasterOnes, background, AdaptiveKernel.TRIAL_AFTER_BYTES);
    }
    Kernel named = named(wish);
    return wish.startsWith(VECTOR)
        ? adaptive(() -> instances(width(wish)), background, 0)
        : checked(named, new TableKernel(), "as asked for");
  }

  private static Choice adaptive(
      AdaptiveKernel.CandidateSource source, KernelTrial.Background background, long afterBytes) {
    Choice plain = plain();
    if (plain.fellBack()) {
      return plain;
    }
    return new Choice(
        new AdaptiveKernel(plain.kernel(), source, background, afterBytes), "", false);
  }

  /** Takes the candidate if it gives the reference's bytes, and otherwise the reference. */
  static Choice checked(Kernel candidate, Kernel reference, String why) {
    return SelfCheck.fault(candidate, reference)
        .map(
            fault ->
                new Choice(
                    reference,
                    "kernel " + reference.name() + ": kernel " + candidate.name() + " " + fault,
                    true))
        .orElseGet(() -> new Choice(candidate, "kernel " + candidate.name() + ": " + why, false));
  }

  /** Candidates for this CPU, the likeliest to be fastest first. */
  private static List<Kernel> fasterOnes() throws VectorModule.UnavailableException {
    int bits = VectorModule.preferredBits();
    List<Kernel> candidates = new ArrayList<>();
    // Between the two a look-up over both halves of a register costs more than it gains.
    for (int width : new int[] {512, 128}) {
      if (width <= bits) {
        candidates.addAll(instances(width));
      }
    }
    return candidates;
  }

  /**
   * The same loops as classes of their own. The compiler may be left with slow code for one for
   * good, which depends on what it had seen when; the next one it compiles anew.
   */
  private static List<Kernel> instances(int width) throws VectorModule.UnavailableException {
    List<Kernel> instances = new ArrayList<>();
    for (int instance = 0; instance < INSTANCES; instance++) {
      instances.add(VectorModule.kernel(width));
    }
    return instances;
  }

  private static int width(String name) {
    return Integer.parseInt(name.substring(VECTOR.length()));
  }

  private static Kernel vector(int bits) {
    String name = VECTOR + bits;
    try {
      int preferred = VectorModule.preferredBits();
      if (bits > preferred) {
        throw refused(
            name, "cannot run here, where vectors have " + preferred + " bits at most", null);
      }
      return VectorModule.kernel(bits);
    } catch (VectorModule.UnavailableException e) {
      throw refused(name, "cannot run here: " + e.getMessage(), e);
    }
  }

  private static KernelUnavailableException refused(String name, String why, Throwable cause) {
    return new KernelUnavailableException(
        "kernel \"" + name + "\" " + why + "; possible here: " + String.join(", ", possible()),
        cause);
  }

  private static Choice plain() {
    return checked(new LongKernel(), new TableKernel(), "agrees with kernel table");
  }

  private static synchronized Choice choice() {
    if (choice == null) {
      choice = decision.get();
    }
    return choice;
  }

  /** A decision; the reason of a kernel that adapts is its own. */
  record Choice(Kernel kernel, String fixedReason, boolean hadFault) {
    String reason() {
      return adaptive().map(AdaptiveKernel::reason).orElse(fixedReason);
    }

    boolean fellBack() {
      return hadFault || adaptive().map(AdaptiveKernel::hadFault).orElse(false);
    }

    private Optional<AdaptiveKernel> adaptive() {
      return kernel instanceof AdaptiveKernel changing ? Optional.of(changing) : Optional.empty();
    }
  }
}
