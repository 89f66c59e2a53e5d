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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AssertionErrorCollector;
import org.jspecify.annotations.Nullable;

/**
 * Turns verdicts into AssertJ's failures, and adds them to the verdicts file and the closing table
 * of the run that the test belongs to.
 */
abstract class AbstractMeasuredAssert<SELF extends AbstractMeasuredAssert<SELF, ACTUAL>, ACTUAL>
    extends AbstractAssert<SELF, ACTUAL> {

  private @Nullable AssertionErrorCollector collector;
  private Optional<DeferredVerdicts> deferred = Optional.empty();

  AbstractMeasuredAssert(@Nullable ACTUAL actual, Class<SELF> selfType) {
    super(actual, selfType);
  }

  /** Makes this assertion one of the soft assertions of a collector. */
  final SELF collectedBy(AssertionErrorCollector soft) {
    collector = soft;
    deferred = DeferredVerdicts.of(soft);
    return myself;
  }

  /** Returns the collector of soft assertions; null if this is not one of them. */
  final @Nullable AssertionErrorCollector collector() {
    return collector;
  }

  /**
   * Verifies a limit. If the limit is exceeded, the assertion fails. If the verdict is unmeasured
   * or inconclusive, the assertion fails or aborts the test, as the keys of the suite decide. A
   * soft assertion collects its failure, and aborts the test at the end.
   *
   * <p>AssertJ's proxies, which would collect the failure, do not load on the module path: they
   * need a package that AssertJ 3 does not export.
   *
   * @param judgement measures and judges; empty if measuring is switched off
   */
  final SELF verifyLimit(Supplier<Optional<Report>> judgement) {
    return collectFailure(() -> judgeAndPublish(judgement));
  }

  /**
   * Runs a check; its failure is collected if this is a soft assertion.
   *
   * @param check returns whether it succeeded
   */
  final SELF collectFailure(BooleanSupplier check) {
    try {
      if (check.getAsBoolean() && collector != null) {
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

  /**
   * Judges a limit and publishes the verdict.
   *
   * @return whether the limit holds or nothing was judged; false if the test is aborted at the end
   */
  final boolean judgeAndPublish(Supplier<Optional<Report>> judgement) {
    // before measuring, because weaving a class loses its lines
    StackTraceElement[] trace = Traces.ofCaller();
    if (actual == null) {
      withTrace(trace, () -> isNotNull() != null);
    }
    Configuration configuration = PlainRequest.configuration();
    Optional<LauncherRun> run = LauncherRun.ofThread();
    TestId caller = Callers.test();
    Optional<Report> judged = judgement.get();
    return withTrace(
        trace,
        () ->
            judged
                .map(report -> publish(withCaller(report, caller), run, configuration, trace))
                .orElseGet(
                    () -> {
                      run.ifPresent(open -> Ledger.of(open, configuration).addUnjudgedAssertion());
                      return true;
                    }));
  }

  private static boolean withTrace(StackTraceElement[] trace, BooleanSupplier check) {
    try {
      return check.getAsBoolean();
    } catch (AssertionError | RuntimeException e) {
      e.setStackTrace(trace);
      throw e;
    }
  }

  private boolean publish(
      Report report,
      Optional<LauncherRun> run,
      Configuration configuration,
      StackTraceElement[] trace) {
    Report described = withDescription(report);
    String file = run.flatMap(open -> Ledger.of(open, configuration).add(described)).orElse(null);
    return switch (report.outcome()) {
      case EXCEEDED -> throw failure(report, file);
      case UNMEASURED -> {
        if (configuration.unmeasured() == Policy.ABORT) {
          yield abort(described, file, trace);
        }
        throw unmeasured(FailureMessage.render(described, file));
      }
      case INCONCLUSIVE -> {
        if (configuration.inconclusive() == Policy.FAIL) {
          throw failure(report, file);
        }
        yield abort(described, file, trace);
      }
      case WITHIN -> true;
    };
  }

  /** Returns the report with the test that asserts; a body may have been created elsewhere. */
  private static Report withCaller(Report report, TestId caller) {
    String name = joined(caller.invocation(), report.test().invocation());
    return new Report(new TestId(caller.className(), caller.method(), name), report.verdicts());
  }

  /** Returns the report with the description, so that files and tables show it. */
  private Report withDescription(Report report) {
    TestId test = report.test();
    String name = joined(test.invocation(), descriptionText());
    return new Report(new TestId(test.className(), test.method(), name), report.verdicts());
  }

  private static String joined(String... names) {
    return Stream.of(names).filter(name -> !name.isEmpty()).collect(Collectors.joining(", "));
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

  /**
   * Aborts the test: at once, or at the end of soft assertions.
   *
   * @return false
   * @throws AssertionError if a soft assertion that cannot be deferred has failed already, or if no
   *     library is present that defines an aborted test
   */
  private boolean abort(Report report, @Nullable String file, StackTraceElement[] trace) {
    String message = FailureMessage.render(report, file);
    AssertionError error = new AssertionError(collector == null ? message : "\n" + message);
    if (deferred.isPresent()) {
      error.setStackTrace(trace);
      deferred.get().abort(report.outcome(), error);
      return false;
    }
    if (collector == null || collector.assertionErrorsCollected().isEmpty()) {
      AbortExceptionFactory.create(message)
          .ifPresent(
              aborted -> {
                throw aborted;
              });
    }
    throw error;
  }

  /** Returns stack traces that begin in the asserting code, which builds and IDEs link to. */
  private static final class Traces {

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
}
