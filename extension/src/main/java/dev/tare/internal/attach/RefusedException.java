package dev.tare.internal.attach;

/** Why there is no recording, in words for the user. */
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

  /** The message, which is never missing. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
