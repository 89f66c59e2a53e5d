package dev.tare.assertj;

import java.util.Arrays;
import java.util.List;

/** Returns stack traces that begin in the asserting code, which builds and IDEs link to. */
final class Traces {

  private static final List<String> OWN_PACKAGES =
      List.of(Traces.class.getPackageName() + ".", "org.assertj.", "java.");

  private Traces() {}

  /** Returns the frames of this thread without those of Tare and AssertJ at the top. */
  static StackTraceElement[] ofCaller() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .dropWhile(frame -> OWN_PACKAGES.stream().anyMatch(frame.getClassName()::startsWith))
        .toArray(StackTraceElement[]::new);
  }
}
