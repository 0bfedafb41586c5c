package dev.kakera.console.bench;

import java.util.Optional;
import java.util.Set;

/**
 * What is known about machine and Java, without measuring.
 *
 * @param cpu model, for people
 * @param features of the CPU, as the system names them
 * @param cores that this process may use
 * @param java version, for people
 * @param isInterpreted whether nothing is ever compiled
 * @param hasOptimiser whether the optimising compiler (C2) may run
 * @param hasVectorModule whether this Java brings {@code jdk.incubator.vector}
 * @param kernel name of the coding kernel that ran
 * @param kernelReason why it is that one
 * @param forcedKernel what {@code KAKERA_KERNEL} says
 * @param nativeCipher whether the cipher is the system's libcrypto
 * @param cipherReason which cipher it is and why
 * @param intrinsicsOff names of JVM flags that somebody has set to off
 */
public record MachineFacts(
    String cpu,
    Set<String> features,
    int cores,
    String java,
    boolean isInterpreted,
    boolean hasOptimiser,
    boolean hasVectorModule,
    String kernel,
    String kernelReason,
    Optional<String> forcedKernel,
    boolean nativeCipher,
    String cipherReason,
    Set<String> intrinsicsOff) {
  public MachineFacts {
    features = Set.copyOf(features);
    intrinsicsOff = Set.copyOf(intrinsicsOff);
  }

  /** Whether a vector kernel would run faster than plain Java here. */
  boolean canVector() {
    return features.contains("avx2") || features.contains("asimd");
  }

  /** Whether Java's own cipher has all that makes it fast: a multiplication that Poly1305 needs. */
  boolean canCipher() {
    return features.contains("avx512ifma")
        || features.contains("avx_ifma")
        || features.contains("asimd");
  }

  boolean hasShaInstructions() {
    return features.contains("sha_ni") || features.contains("sha2");
  }

  boolean runsVectorKernel() {
    return kernel.startsWith("vector");
  }
}
