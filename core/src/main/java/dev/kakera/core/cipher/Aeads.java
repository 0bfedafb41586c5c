package dev.kakera.core.cipher;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Which way to ChaCha20-Poly1305 this process takes: the JDK's where the JVM says that it has an
 * intrinsic for Poly1305, ours elsewhere and where the JVM does not say. They give the same bytes.
 */
public final class Aeads {
  private static final String FLAG = "UsePoly1305Intrinsics";

  private Aeads() {}

  /** One for the calling thread. Costs a few kilobytes and no time. */
  public static Aead newAead() {
    return new ChosenAead();
  }

  /** Which way long messages take and why, as a sentence for a status line or a log. */
  public static String reason() {
    return Chosen.REASON;
  }

  static Aead composed() {
    return new ComposedAead("composed", new JdkChaCha20(), new Poly1305());
  }

  static Aead forLongMessages() {
    return Chosen.IS_JDK ? new JdkAead() : composed();
  }

  /** Asked for at the first long message: the question itself takes some ten milliseconds. */
  private static final class Chosen {
    static final boolean IS_JDK;
    static final String REASON;

    static {
      boolean isJdk = false;
      String reason;
      try {
        HotSpotDiagnosticMXBean jvm =
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        isJdk = jvm != null && Boolean.parseBoolean(jvm.getVMOption(FLAG).getValue());
        reason =
            isJdk
                ? "cipher jdk: the JVM has an intrinsic for Poly1305"
                : "cipher composed: the JVM has no intrinsic for Poly1305 on this CPU";
      } catch (IllegalArgumentException e) {
        reason =
            "cipher composed: the JVM does not say whether it has an intrinsic for Poly1305;"
                + " -XX:+UnlockDiagnosticVMOptions lets it";
      }
      IS_JDK = isJdk;
      REASON = reason;
    }

    private Chosen() {}
  }
}
