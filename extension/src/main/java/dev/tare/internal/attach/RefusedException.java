package dev.tare.internal.attach;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Thrown if a recording is not possible or has failed; the message is for the user. The exit codes
 * are documented and do not change.
 */
final class RefusedException extends IllegalArgumentException {

  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int NO_PROCESS = 3;
  static final int NOT_ATTACHED = 4;
  static final int NO_CLASS = 5;
  static final int ENDED = 6;
  static final int BUSY = 7;

  private static final long serialVersionUID = 1L;

  /** The first line of a file that has a refusal in place of a recording. */
  private static final Pattern TEXT = Pattern.compile("refused (\\d): (.*)");

  private final int exit;

  RefusedException(int exit, String message) {
    super(message);
    this.exit = exit;
  }

  /** Throws the refusal of a process if a text is one that {@link #text} returned. */
  static void throwIfRefused(String text, long pid) {
    Matcher refused = TEXT.matcher(text);
    if (refused.lookingAt()) {
      throw new RefusedException(
          Integer.parseInt(refused.group(1)), "process " + pid + ": " + refused.group(2));
    }
  }

  /** Returns the refusal itself, or one for another failure. */
  static RefusedException of(Throwable e) {
    if (e instanceof RefusedException refused) {
      return refused;
    }
    RefusedException failed = new RefusedException(FAILED, e.toString().replaceAll("\\R", " "));
    failed.initCause(e);
    return failed;
  }

  /** Returns the first line of a file. */
  String text() {
    return "refused %s: %s".formatted(exit, getMessage());
  }

  int exit() {
    return exit;
  }
}
