package dev.kakera.encoder;

/**
 * A worker stopped because nothing it does can succeed: it may not connect, read or write, or a
 * thread of it broke down. What it had not done is delivered to another worker.
 */
public final class EncoderFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EncoderFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
