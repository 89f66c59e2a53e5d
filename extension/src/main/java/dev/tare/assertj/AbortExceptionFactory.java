package dev.tare.assertj;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** Creates the exception that aborts a test. The optional opentest4j is loaded here only. */
final class AbortExceptionFactory {

  private AbortExceptionFactory() {}

  /** Returns the exception; empty if no library is present that defines an aborted test. */
  static Optional<RuntimeException> create(String message) {
    try {
      return Optional.of(Opentest4j.create(message));
    } catch (NoClassDefFoundError e) {
      return Optional.empty(); // without opentest4j, there is no test to abort
    }
  }

  private static final class Opentest4j {
    static RuntimeException create(String message) {
      return new TestAbortedException(message);
    }
  }
}
