package dev.tare.internal.attach;

/** Why there is no recording, in words for the user. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Exit exit;

  RefusedException(Exit exit, String message) {
    super(message);
    this.exit = exit;
  }

  RefusedException(Exit exit, String message, Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  Exit exit() {
    return exit;
  }

  /** The message, which is never missing. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
