package dev.tare.internal.fork;

/** Thrown if a fresh JVM returned no measurement; the message says why. */
public final class ForkFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason. */
  public ForkFailedException(String reason) {
    super(reason);
  }
}
