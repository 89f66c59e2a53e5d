package dev.tare.internal.attach;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Thrown if a recording is not possible or has failed; the message is for the user. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The first line of a file that has a refusal in place of a recording. */
  private static final Pattern TEXT = Pattern.compile("refused ([A-Z_]+): (.*)\\R?");

  private final ExitCode exit;

  RefusedException(ExitCode exit, String message) {
    super(message);
    this.exit = exit;
  }

  RefusedException(ExitCode exit, String message, Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  /** Throws the refusal of a process if a text is one that {@link #text} returned. */
  static void throwIfRefused(String text, long pid) throws RefusedException {
    Matcher refused = TEXT.matcher(text);
    if (refused.matches()) {
      throw new RefusedException(
          ExitCode.valueOf(refused.group(1)), "process " + pid + ": " + refused.group(2));
    }
  }

  ExitCode exit() {
    return exit;
  }

  /** Returns the message, which is never null. */
  String reason() {
    return String.valueOf(getMessage());
  }

  /** Returns the refusal as the line of a file. */
  String text() {
    return "refused " + exit + ": " + reason().replaceAll("\\R", " ");
  }
}
