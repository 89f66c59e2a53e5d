package dev.tare.extension;

import org.apiguardian.api.API;
import org.opentest4j.AssertionFailedError;

/**
 * Thrown when a limit is exceeded, or an inconclusive verdict fails the test. The message is its
 * first line, which builds repeat in their summaries; {@link #toString()}, with which a stack trace
 * begins, has all lines.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ExceededError extends AssertionFailedError {

  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * Creates an error that keeps texts only, and none of the measured objects.
   *
   * @param headline what was promised and what was measured
   * @param text all lines, of which the headline is the first
   */
  public ExceededError(String headline, String text, String expected, String actual) {
    super(headline, expected, actual);
    this.text = text;
  }

  /** Returns the class name and all lines. */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // the message is a part of it
  public String toString() {
    return getClass().getName() + ": " + text;
  }
}
