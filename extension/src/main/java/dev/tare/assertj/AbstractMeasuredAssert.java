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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AssertionErrorCollector;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.assertj.core.api.SoftAssertionsProvider;
import org.jspecify.annotations.Nullable;

/**
 * Turns verdicts into AssertJ's failures, and adds them to the verdicts file and the closing table
 * of the run that the test belongs to.
 */
abstract class AbstractMeasuredAssert<SELF extends AbstractMeasuredAssert<SELF, ACTUAL>, ACTUAL>
    extends AbstractAssert<SELF, ACTUAL> {

  private @Nullable AssertionErrorCollector collector;

  AbstractMeasuredAssert(@Nullable ACTUAL actual, Class<SELF> selfType) {
    super(actual, selfType);
  }

  /** Makes this one of the soft assertions of a collector. */
  final SELF collectedBy(AssertionErrorCollector soft) {
    collector = soft;
    return myself;
  }

  /**
   * Judges a promise. If its limit is exceeded, it fails. If it is unmeasured or inconclusive, it
   * fails or aborts the test as the keys of the suite say. A soft assertion collects its failure.
   *
   * <p>AssertJ's proxies, which would collect it, do not load on the module path: they need a
   * package that AssertJ 3 does not export.
   */
  final SELF conclude(Supplier<Optional<Report>> promise) {
    return conclude(promise, report -> {});
  }

  /**
   * Judges a promise, and then checks what its limit does not.
   *
   * @param more checks the report of a verdict within the limit
   */
  final SELF conclude(Supplier<Optional<Report>> promise, Consumer<Report> more) {
    return collecting(() -> verify(promise, more));
  }

  /** Runs a check; its failure is collected if this is a soft assertion. */
  final SELF collecting(Runnable check) {
    if (collector == null) {
      check.run();
      return myself;
    }
    try {
      check.run();
      collector.succeeded();
    } catch (AssertionError e) {
      collector.collectAssertionError(e);
    }
    return myself;
  }

  /** Returns an assertion on a list, which is soft and described as this one is. */
  @SuppressWarnings("unchecked") // AssertJ has no token for a list's type
  final <T> ListAssert<T> listOf(List<T> elements) {
    ListAssert<T> list =
        collector instanceof SoftAssertionsProvider soft
            ? soft.proxy(ListAssert.class, List.class, elements)
            : Assertions.assertThat(elements);
    return list.as(info.description());
  }

  private void verify(Supplier<Optional<Report>> promise, Consumer<Report> more) {
    StackTraceElement[] trace = Traces.ofCaller(); // lines are lost when measuring weaves a class
    if (actual == null) {
      beginningAt(trace, this::isNotNull);
    }
    Configuration configuration = PlainRequest.configuration();
    Optional<LauncherRun> run = LauncherRun.ofThread();
    TestId caller = Callers.nearest();
    Optional<Report> judged = promise.get();
    beginningAt(
        trace,
        () ->
            judged.ifPresentOrElse(
                report -> {
                  publish(named(report, caller), run, configuration);
                  more.accept(report);
                },
                () ->
                    run.ifPresent(open -> Ledger.of(open, configuration).addUnjudgedAssertion())));
  }

  private static void beginningAt(StackTraceElement[] trace, Runnable check) {
    try {
      check.run();
    } catch (AssertionError | RuntimeException e) {
      e.setStackTrace(trace);
      throw e;
    }
  }

  private void publish(Report report, Optional<LauncherRun> run, Configuration configuration) {
    Report described = described(report);
    String file = run.flatMap(open -> Ledger.of(open, configuration).add(described)).orElse(null);
    switch (report.outcome()) {
      case EXCEEDED -> throw failure(report, file);
      case UNMEASURED -> unmeasured(FailureMessage.render(described, file), configuration);
      case INCONCLUSIVE -> {
        if (configuration.inconclusive() == Policy.FAIL) {
          throw failure(report, file);
        }
        throw aborted(FailureMessage.render(described, file));
      }
      case WITHIN -> {}
    }
  }

  /** Returns the report with the test that asserts; a body may have been created elsewhere. */
  private static Report named(Report report, TestId caller) {
    String name = report.test().invocation();
    return new Report(new TestId(caller.className(), caller.method(), name), report.verdicts());
  }

  /** Returns the report with the description, so that files and tables show it. */
  private Report described(Report report) {
    String description = descriptionText();
    TestId test = report.test();
    return description.isEmpty()
        ? report
        : new Report(new TestId(test.className(), test.method(), description), report.verdicts());
  }

  // AssertJ adds the description, but to soft assertions without one no line break
  private AssertionError failure(Report report, @Nullable String file) {
    String start = collector != null && descriptionText().isEmpty() ? "\n" : "";
    return failureWithActualExpected(
        FailureMessage.actual(report),
        FailureMessage.expected(report),
        "%s",
        start + FailureMessage.render(report, file));
  }

  private void unmeasured(String message, Configuration configuration) {
    if (configuration.unmeasured() == Policy.ABORT) {
      throw aborted(message);
    }
    UnmeasuredException unmeasured = new UnmeasuredException(message);
    if (collector != null) {
      throw new AssertionError(message, unmeasured);
    }
    throw unmeasured;
  }

  /**
   * Returns an exception that aborts the test.
   *
   * @throws AssertionError if a soft assertion has failed already, or if no library is present that
   *     defines an aborted test
   */
  private RuntimeException aborted(String message) {
    if (collector == null || collector.assertionErrorsCollected().isEmpty()) {
      try {
        return AbortExceptionFactory.create(message);
      } catch (NoClassDefFoundError e) {
        // without opentest4j, there is no test to abort
      }
    }
    throw new AssertionError(message);
  }
}
