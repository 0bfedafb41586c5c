package dev.kakera.producer.publish;

/**
 * Nothing moves any more; the message says which stage and what to do. The work done so far is
 * kept.
 */
public final class PipelineStalledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PipelineStalledException(String message) {
    super(message);
  }
}
