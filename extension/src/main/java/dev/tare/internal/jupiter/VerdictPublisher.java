package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.launch.Ledger;
import dev.tare.internal.render.FailureMessage;
import dev.tare.internal.render.ReportEntries;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Publishes a report and fails or aborts the test according to its gravest verdict. */
final class VerdictPublisher {

  private final ExtensionContext context;
  private final Configuration configuration;
  private final Method test;

  /**
   * @param test the user's method, in which the stack traces of failures begin
   */
  VerdictPublisher(ExtensionContext context, Configuration configuration, Method test) {
    this.context = context;
    this.configuration = configuration;
    this.test = test;
  }

  /**
   * Adds a report to the ledger and to JUnit's report entries, and throws unless it is within its
   * limits.
   *
   * @throws AssertionFailedError if a budget is exceeded, or inconclusive verdicts are to fail
   * @throws UnmeasuredException if a budget could not be measured
   * @throws TestAbortedException if a verdict is inconclusive, or unmeasured tests are to be
   *     aborted
   */
  void publish(Report report) {
    Optional<String> file = Ledger.of(context, configuration).add(report);
    context.publishReportEntry(ReportEntries.render(report));
    if (report.outcome() == Verdict.Outcome.WITHIN) {
      return;
    }
    String message = FailureMessage.render(report, file.orElse(null));
    switch (report.outcome()) {
      case EXCEEDED -> throw assertionFailure(report, message);
      case UNMEASURED -> throwUnmeasured(message);
      case INCONCLUSIVE -> throwInconclusive(report, message);
      case WITHIN -> {}
    }
  }

  private void throwUnmeasured(String message) {
    if (configuration.unmeasured() == Configuration.Policy.ABORT) {
      throw FailureTrace.beginningIn(test, new TestAbortedException(message));
    }
    throw FailureTrace.beginningIn(test, new UnmeasuredException(message));
  }

  private void throwInconclusive(Report report, String message) {
    if (configuration.inconclusive() == Configuration.Policy.FAIL) {
      throw assertionFailure(report, message);
    }
    throw FailureTrace.beginningIn(test, new TestAbortedException(message));
  }

  // texts only: the error must not keep the measured objects alive
  private AssertionFailedError assertionFailure(Report report, String message) {
    return FailureTrace.beginningIn(
        test,
        new AssertionFailedError(
            message, FailureMessage.expected(report), FailureMessage.actual(report)));
  }
}
