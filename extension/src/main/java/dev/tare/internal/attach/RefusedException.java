package dev.tare.internal.attach;

/** Thrown if a recording is not possible or has failed; the message is for the user. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ExitCode exit;

  RefusedException(ExitCode exit, String message) {
    super(message);
    this.exit = exit;
  }

  RefusedException(ExitCode exit, String message, Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  ExitCode exit() {
    return exit;
  }

  /** Returns the message, which is never null. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
