package dev.tare.assertj;

import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Policy;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.Ledger;
import dev.tare.internal.plain.Callers;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AssertionErrorCollector;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Turns verdicts into AssertJ's failures, and adds them to the verdicts file and the closing table
 * of the run that the test belongs to.
 */
abstract class AbstractMeasuredAssert<SELF extends AbstractMeasuredAssert<SELF, ACTUAL>, ACTUAL>
    extends AbstractAssert<SELF, ACTUAL> {

  private static final List<String> OWN_PACKAGES =
      List.of(AbstractMeasuredAssert.class.getPackageName() + ".", "org.assertj.", "java.");

  private @Nullable AssertionErrorCollector collector;

  AbstractMeasuredAssert(@Nullable ACTUAL actual, Class<SELF> selfType) {
    super(actual, selfType);
  }

  /** Makes this assertion one of the soft assertions of a collector. */
  final SELF collectedBy(AssertionErrorCollector soft) {
    collector = soft;
    return myself;
  }

  /**
   * Verifies a limit. If the limit is exceeded, the assertion fails. If the verdict is unmeasured
   * or inconclusive, the assertion fails or aborts the test, as the keys of the suite decide. A
   * soft assertion collects its failure; it aborts the test at once if nothing has failed before.
   *
   * <p>AssertJ's proxies, which would collect the failure, do not load on the module path: they
   * need a package that AssertJ 3 does not export.
   *
   * @param judgement measures and judges; empty if measuring is switched off
   */
  final SELF verifyLimit(Supplier<Optional<Report>> judgement) {
    try {
      judgeAndPublish(judgement);
      if (collector != null) {
        collector.succeeded();
      }
    } catch (AssertionError e) {
      if (collector == null) {
        throw e;
      }
      collector.collectAssertionError(e);
    }
    return myself;
  }

  /** Judges a limit and publishes the verdict. */
  private void judgeAndPublish(Supplier<Optional<Report>> judgement) {
    // before measuring, because weaving a class loses its lines
    StackTraceElement[] trace = traceOfCaller();
    if (actual == null) {
      withTrace(trace, this::isNotNull);
    }
    Configuration configuration = PlainRequest.configuration();
    Optional<Ledger> ledger = LauncherRun.ofThread().map(run -> Ledger.of(run, configuration));
    TestId caller = Callers.test();
    Report judged = judgement.get().orElse(null);
    if (judged == null) {
      ledger.ifPresent(Ledger::addUnjudged);
    } else {
      // a body may have been created elsewhere
      Report report = named(judged, caller, caller.invocation(), judged.test().invocation());
      withTrace(trace, () -> publish(report, ledger, configuration));
    }
  }

  private static void withTrace(StackTraceElement[] trace, Runnable check) {
    try {
      check.run();
    } catch (AssertionError | RuntimeException e) {
      e.setStackTrace(trace);
      throw e;
    }
  }

  private void publish(Report report, Optional<Ledger> ledger, Configuration configuration) {
    TestId test = report.test();
    // files and tables show the description
    Report described = named(report, test, test.invocation(), descriptionText());
    String file = ledger.flatMap(open -> open.add(described)).orElse(null);
    Outcome outcome = report.outcome();
    if (outcome == Outcome.WITHIN) {
      return;
    }
    if (configuration.policy(outcome) == Policy.ABORT) {
      throw aborted(FailureMessage.render(described, file));
    }
    if (outcome == Outcome.UNMEASURED) {
      throw unmeasured(FailureMessage.render(described, file));
    }
    throw failure(report, file);
  }

  /**
   * Returns a report with another test, whose invocation has two names, of which either may be
   * empty.
   */
  private static Report named(Report report, TestId test, String first, String second) {
    String separator = first.isEmpty() || second.isEmpty() ? "" : ", ";
    return new Report(
        new TestId(test.className(), test.method(), first + separator + second), report.verdicts());
  }

  // AssertJ adds the description; without one, soft assertions need a line break
  private AssertionError failure(Report report, @Nullable String file) {
    String start = collector != null && descriptionText().isEmpty() ? "\n" : "";
    return failureWithActualExpected(
        FailureMessage.actual(report),
        FailureMessage.expected(report),
        "%s",
        start + FailureMessage.render(report, file));
  }

  private RuntimeException unmeasured(String message) {
    UnmeasuredException unmeasured = new UnmeasuredException(message);
    if (collector != null) {
      throw new AssertionError(message, unmeasured);
    }
    return unmeasured;
  }

  /** Returns what aborts the test; after a failure of soft assertions, one more failure. */
  private RuntimeException aborted(String message) {
    if (collector != null && !collector.assertionErrorsCollected().isEmpty()) {
      throw new AssertionError("\n" + message);
    }
    try {
      return Opentest4j.aborted(message);
    } catch (NoClassDefFoundError e) {
      throw new AssertionError(message); // without the optional opentest4j, no test can abort
    }
  }

  /**
   * Returns the frames of this thread from the asserting code on, to which builds and IDEs link.
   */
  private static StackTraceElement[] traceOfCaller() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .dropWhile(frame -> OWN_PACKAGES.stream().anyMatch(frame.getClassName()::startsWith))
        .toArray(StackTraceElement[]::new);
  }

  /**
   * Returns the call of an assertion as in a source file, for messages: {@code allocatesAtMost("1
   * KiB")}.
   *
   * @throws IllegalArgumentException if an argument is null
   */
  static String operation(String method, @Nullable Object... arguments) {
    String call =
        method
            + Arrays.stream(arguments)
                .map(AbstractMeasuredAssert::text)
                .collect(Collectors.joining(", ", "(", ")"));
    if (Arrays.asList(arguments).contains(null)) {
      throw new IllegalArgumentException(call + ": an argument must not be null");
    }
    return call;
  }

  private static String text(@Nullable Object argument) {
    if (argument instanceof String text) {
      return '"' + text + '"';
    }
    if (argument instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    if (argument instanceof int[] numbers) {
      return Arrays.stream(numbers).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }
    // no method of a user's object is called
    return argument == null || argument instanceof Number || argument instanceof Enum<?>
        ? String.valueOf(argument)
        : "…";
  }

  /** The optional opentest4j is loaded here only. */
  private static final class Opentest4j {
    static RuntimeException aborted(String message) {
      return new TestAbortedException(message);
    }
  }
}
