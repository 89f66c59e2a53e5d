package dev.tare.assertj;

import org.opentest4j.TestAbortedException;

/** Creates the exception that aborts a test; apart, because opentest4j may be absent. */
final class AbortExceptionFactory {

  private AbortExceptionFactory() {}

  static RuntimeException create(String message) {
    return new TestAbortedException(message);
  }
}
