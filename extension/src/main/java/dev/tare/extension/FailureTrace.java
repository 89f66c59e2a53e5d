package dev.tare.extension;

import dev.tare.internal.call.SourceLine;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;

/** Makes the stack trace of a failure begin in the user's test, where builds and IDEs lead to. */
final class FailureTrace {

  private static final String OWN = FailureTrace.class.getPackageName() + ".";

  private FailureTrace() {}

  /** Puts a frame of the test in the place of Tare's own frames at the top. */
  static <E extends Throwable> E beginningIn(Method test, E failure) {
    failure.setStackTrace(
        Stream.concat(
                Stream.of(SourceLine.of(test)),
                Arrays.stream(failure.getStackTrace())
                    .dropWhile(frame -> frame.getClassName().startsWith(OWN)))
            .toArray(StackTraceElement[]::new));
    return failure;
  }
}
