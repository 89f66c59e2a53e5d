package dev.tare.internal.jupiter;

import java.util.concurrent.TimeoutException;
import org.opentest4j.AssertionFailedError;

/**
 * Explains a timeout of JUnit's: it covers all calls that Tare makes of a test's body together,
 * since JUnit sees one invocation.
 */
final class TimeoutExplanation {

  private static final String EXPLANATION =
      "; JUnit's timeout covers all calls that Tare makes of the test together, with warm-up and"
          + " breakdown, and not one call; allow more with a @Timeout on this test, for example"
          + " \"@Timeout(60)\"";

  private TimeoutExplanation() {}

  /** Whether JUnit made the exception, and not the body. */
  static boolean isOfJUnit(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown instanceof TimeoutException
        && trace.length > 0
        && trace[0].getClassName().startsWith("org.junit.");
  }

  /** The same exception with the explanation, and what had been measured when time was up. */
  static TimeoutException of(Throwable timeout) {
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
