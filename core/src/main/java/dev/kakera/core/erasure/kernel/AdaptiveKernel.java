package dev.kakera.core.erasure.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Starts as the plain kernel and becomes a faster one, matrix by matrix.
 *
 * <p>Vectors run at a thousandth of their speed until the compiler has had them, so nobody's bytes
 * may wait for that. Each multiplier works on the plain kernel. Once so much has gone through all
 * of them that a trial pays, a multiplier that is used asks the background for a {@link
 * KernelTrial} of its own matrix; only after that has shown equal bytes and more speed the
 * multiplier switches. A candidate that gives a wrong byte once is never used again, by any of
 * them.
 */
final class AdaptiveKernel implements Kernel {
  /**
   * A trial costs about a second of processor time, and the faster kernel saves 0.1 s per GB: a
   * short backup is over before it pays.
   */
  static final long TRIAL_AFTER_BYTES = 64L << 20;

  private final Kernel plain;
  private final long trialAfterBytes;
  private final CandidateSource source;
  private final KernelTrial.Background background;
  private final AtomicLong bytesDone = new AtomicLong();
  private List<Candidate> candidates;
  private volatile String name;
  private volatile String reason;
  private volatile boolean hadFault;

  /** Gives the kernels to try, the most promising first. */
  interface CandidateSource {
    List<Kernel> open() throws VectorModule.UnavailableException;
  }

  /**
   * @param trialAfterBytes of input, of all matrices together
   */
  AdaptiveKernel(
      Kernel plain,
      CandidateSource source,
      KernelTrial.Background background,
      long trialAfterBytes) {
    this.plain = plain;
    this.trialAfterBytes = trialAfterBytes;
    this.source = source;
    this.background = background;
    name = plain.name();
    reason =
        "kernel %s: agrees with kernel table; vectors are tried %s"
            .formatted(
                plain.name(),
                trialAfterBytes == 0
                    ? "at once"
                    : "after the first %d MiB".formatted(trialAfterBytes >> 20));
  }

  @Override
  public String name() {
    return name;
  }

  String reason() {
    return reason;
  }

  boolean hadFault() {
    return hadFault;
  }

  @Override
  public Multiplier prepare(byte[][] rows) {
    byte[][] copy = rows.clone();
    for (int row = 0; row < copy.length; row++) {
      copy[row] = rows[row].clone();
    }
    return new AdaptiveMultiplier(this, copy);
  }

  Kernel plain() {
    return plain;
  }

  /**
   * What may still be tried on matrices of that shape; opened at the first question, which is a
   * trial's.
   */
  synchronized List<Candidate> candidates(String shape) {
    if (candidates == null) {
      try {
        candidates = source.open().stream().map(Candidate::new).toList();
        if (candidates.isEmpty()) {
          reason = "kernel %s: this CPU has no vectors that are wide enough".formatted(name);
        }
      } catch (VectorModule.UnavailableException e) {
        candidates = List.of();
        reason = "kernel %s: %s".formatted(plain.name(), e.getMessage());
      }
    }
    return candidates.stream()
        .filter(candidate -> candidate.trusted && !candidate.lostShapes.contains(shape))
        .toList();
  }

  /** The candidate was equal and faster for a matrix. */
  synchronized void won(Candidate candidate, String words) {
    candidate.won = true;
    if (!hadFault) {
      name = candidate.kernel.name();
      reason = "kernel %s: %s".formatted(name, words);
    }
  }

  /**
   * The candidate is not tried on that shape again, mere sums for one; or, where it never was
   * faster, not at all.
   */
  synchronized void lost(Candidate candidate, String shape, String words) {
    if (candidate.won) {
      candidate.lostShapes.add(shape);
    } else {
      candidate.trusted = false;
      reason = "kernel %s: kernel %s %s".formatted(name, candidate.kernel.name(), words);
    }
  }

  /** The candidate is broken: every multiplier that uses it goes back at its next call. */
  synchronized void failed(Candidate candidate, String words) {
    candidate.trusted = false;
    hadFault = true;
    name = plain.name();
    reason = "kernel %s: kernel %s %s".formatted(name, candidate.kernel.name(), words);
  }

  /** Whether the candidate was faster on some matrix, so that most of it is warm. */
  synchronized boolean hasWon(Candidate candidate) {
    return candidate.won;
  }

  private boolean isTrialDue(int bytes) {
    return bytesDone.addAndGet(bytes) >= trialAfterBytes;
  }

  /** A faster kernel and what is thought of it. */
  static final class Candidate {
    final Kernel kernel;
    private final Set<String> lostShapes = new HashSet<>();
    private volatile boolean trusted = true;
    private boolean won;

    Candidate(Kernel kernel) {
      this.kernel = kernel;
    }
  }

  /** One matrix, on the plain kernel until a trial has found better. */
  static final class AdaptiveMultiplier implements Multiplier {
    private final AdaptiveKernel kernel;
    private final byte[][] rows;
    private final Multiplier plain;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile Faster faster;

    private record Faster(Candidate candidate, Multiplier multiplier) {}

    AdaptiveMultiplier(AdaptiveKernel kernel, byte[][] rows) {
      this.kernel = kernel;
      this.rows = rows;
      plain = kernel.plain.prepare(rows);
    }

    @Override
    public void multiply(
        byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length) {
      Faster now = faster;
      if (now != null && now.candidate.trusted) {
        now.multiplier.multiply(inputs, inputOffset, outputs, outputOffset, length);
        return;
      }
      plain.multiply(inputs, inputOffset, outputs, outputOffset, length);
      if (!asked.get() && kernel.isTrialDue(length * inputs.length) && !asked.getAndSet(true)) {
        kernel.background.run(new KernelTrial(kernel, this));
      }
    }

    byte[][] rows() {
      return rows;
    }

    void become(Candidate candidate, Multiplier multiplier) {
      faster = new Faster(candidate, multiplier);
    }

    Optional<Kernel> current() {
      return Optional.ofNullable(faster).map(now -> now.candidate.kernel);
    }
  }
}
