package dev.kakera.console.peer;

/** The authority does not certify what it was asked to; the message says why. */
public final class CertificateRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  CertificateRefusedException(String message, Throwable cause) {
    super(message, cause);
  }

  CertificateRefusedException(String message) {
    super(message);
  }
}
