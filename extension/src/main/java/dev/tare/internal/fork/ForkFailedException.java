package dev.tare.internal.fork;

/** A fresh JVM that brought nothing back; the message says why. */
public final class ForkFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Why. */
  public ForkFailedException(String reason) {
    super(reason);
  }
}
