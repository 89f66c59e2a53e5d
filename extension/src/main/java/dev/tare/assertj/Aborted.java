package dev.tare.assertj;

import org.opentest4j.TestAbortedException;

/** Creates the exception that aborts a test; apart, because opentest4j may be absent. */
final class Aborted {

  private Aborted() {}

  static RuntimeException with(String message) {
    return new TestAbortedException(message);
  }
}
