package dev.tare.internal.fork;

/** Thrown if a JVM does not start with the chosen options; the message is its output. */
public final class RefusedOptionsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RefusedOptionsException(String printed) {
    super(printed);
  }
}
