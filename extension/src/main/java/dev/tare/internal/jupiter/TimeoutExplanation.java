package dev.tare.internal.jupiter;

import java.util.concurrent.TimeoutException;
import org.opentest4j.AssertionFailedError;

/**
 * Adds an explanation to a JUnit timeout: it covers all calls of the body, since they are one
 * invocation for JUnit.
 */
final class TimeoutExplanation {

  private static final String EXPLANATION =
      "; JUnit's timeout covers all calls that Tare makes of the test together, with warm-up and"
          + " breakdown, and not one call; allow more with a @Timeout on this test, for example"
          + " \"@Timeout(60)\"";

  private TimeoutExplanation() {}

  /** Returns whether JUnit threw the exception, and not the body. */
  static boolean isJUnitTimeout(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown instanceof TimeoutException
        && trace.length > 0
        && trace[0].getClassName().startsWith("org.junit.");
  }

  /**
   * Returns a copy of the exception with the explanation, and with the failure that was measured
   * before the timeout, if there was one.
   */
  static TimeoutException explain(Throwable timeout) {
    StringBuilder message = new StringBuilder(timeout.getMessage() + EXPLANATION);
    for (Throwable suppressed : timeout.getSuppressed()) {
      if (suppressed instanceof AssertionFailedError && suppressed.getMessage() != null) {
        message.append("\nuntil then: ").append(suppressed.getMessage());
      }
    }
    TimeoutException explained = new TimeoutException(message.toString());
    explained.setStackTrace(timeout.getStackTrace());
    explained.initCause(timeout.getCause());
    for (Throwable suppressed : timeout.getSuppressed()) {
      explained.addSuppressed(suppressed);
    }
    return explained;
  }
}
