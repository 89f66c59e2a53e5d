package dev.tare.internal.jupiter;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.SourceLine;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Makes the stack trace of a failure begin in the user's test, where builds and IDEs link to. */
final class FailureTrace {

  /** The packages of this class and of the published exceptions. */
  private static final List<String> TARE_PACKAGES =
      Stream.of(FailureTrace.class, TareConfigurationException.class)
          .map(type -> type.getPackageName() + ".")
          .toList();

  private FailureTrace() {}

  /** Replaces Tare's own frames at the top by a frame of the test. */
  static <E extends Throwable> E beginningIn(Method test, E failure) {
    failure.setStackTrace(
        Stream.concat(
                Stream.of(SourceLine.of(test)),
                Arrays.stream(failure.getStackTrace())
                    .dropWhile(frame -> isTare(frame.getClassName())))
            .toArray(StackTraceElement[]::new));
    return failure;
  }

  private static boolean isTare(String className) {
    return TARE_PACKAGES.stream().anyMatch(className::startsWith);
  }
}
