package dev.tare.assertj;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** Creates the exception that aborts a test; apart, because opentest4j may be absent. */
final class AbortExceptionFactory {

  private AbortExceptionFactory() {}

  /** Returns the exception; empty if no library is present that defines an aborted test. */
  static Optional<RuntimeException> create(String message) {
    try {
      return Optional.of(Present.with(message));
    } catch (NoClassDefFoundError e) {
      return Optional.empty(); // without opentest4j, there is no test to abort
    }
  }

  private static final class Present {
    static RuntimeException with(String message) {
      return new TestAbortedException(message);
    }
  }
}
