package dev.kakera.core.erasure.kernel;

/** A kernel was asked for by name that is not known, or that cannot run here. */
public final class KernelUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  KernelUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
