package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict.Outcome;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Fails or aborts a test; the stack trace begins in the test, where builds and IDEs link to. */
final class TestFailure {

  /** The packages of this class and of the published exceptions. */
  private static final List<String> TARE_PACKAGES =
      Stream.of(TestFailure.class, TareConfigurationException.class)
          .map(type -> type.getPackageName() + ".")
          .toList();

  private TestFailure() {}

  /**
   * Fails or aborts a test according to its gravest verdict, which is not within its limit.
   *
   * @param file the verdicts file, which the message names
   * @param test the user's method
   * @throws AssertionFailedError if a budget is exceeded, or inconclusive verdicts are to fail
   * @throws UnmeasuredException if a budget could not be measured
   * @throws TestAbortedException if a verdict is inconclusive, or unmeasured tests are to be
   *     aborted
   */
  static void raise(
      Report report, @Nullable String file, Configuration configuration, Method test) {
    String message = FailureMessage.render(report, file);
    if (configuration.policy(report.outcome()) == Configuration.Policy.ABORT) {
      throw beginningIn(test, new TestAbortedException(message));
    }
    if (report.outcome() == Outcome.UNMEASURED) {
      throw beginningIn(test, new UnmeasuredException(message));
    }
    // texts only: the error must not keep the measured objects alive
    throw beginningIn(
        test,
        new AssertionFailedError(
            message, FailureMessage.expected(report), FailureMessage.actual(report)));
  }

  /**
   * Fails a test whose promises were broken on purpose if one of them cannot fail.
   *
   * @throws AssertionFailedError if one cannot
   */
  static void raise(TestId id, List<Proof> proofs, Method test) {
    List<String> sentences =
        proofs.stream().map(Proof::sentence).filter(sentence -> !sentence.isEmpty()).toList();
    if (!sentences.isEmpty()) {
      String promise = sentences.size() == 1 ? "A promise" : sentences.size() + " promises";
      throw beginningIn(
          test,
          new AssertionFailedError(
              "%s of %s cannot fail\n  %s"
                  .formatted(promise, id.shortName(), String.join("\n  ", sentences))));
    }
  }

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
