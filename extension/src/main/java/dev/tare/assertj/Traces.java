package dev.tare.assertj;

import java.util.Arrays;
import java.util.List;

/** Reads stack traces that begin in the code that asserts, where builds and IDEs link to. */
final class Traces {

  private static final List<String> OWN =
      List.of(Traces.class.getPackageName() + ".", "org.assertj.", "java.");

  private Traces() {}

  /** Returns the frames of this thread without those of Tare and AssertJ at the top. */
  static StackTraceElement[] ofCaller() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .dropWhile(frame -> OWN.stream().anyMatch(frame.getClassName()::startsWith))
        .toArray(StackTraceElement[]::new);
  }
}
