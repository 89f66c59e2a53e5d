package dev.tare.assertj;

import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assertj.core.api.AssertionErrorCollector;

/**
 * Collector of soft assertions that aborts the test at the end, when no assertion has failed.
 *
 * <p>AssertJ's collectors support failures only. Each passes its errors on to a delegate, and reads
 * them from it at the end, in {@code assertAll()} as well as in AssertJ's extension for JUnit. This
 * is the last delegate.
 */
final class DeferredVerdicts implements AssertionErrorCollector {

  private final List<AssertionError> errors = new ArrayList<>();
  private final List<Deferred> aborting = new ArrayList<>();
  private boolean success = true;

  /** A verdict that aborts the test unless an assertion fails. */
  private record Deferred(Outcome outcome, AssertionError error) {}

  private DeferredVerdicts() {}

  /**
   * Returns the last delegate of a collector, added if necessary; empty if the collector has no
   * delegates, or has collected a failure without this one, which would be lost.
   */
  static Optional<DeferredVerdicts> of(AssertionErrorCollector collector) {
    AssertionErrorCollector last = collector;
    while (last.getDelegate().isPresent()) {
      last = last.getDelegate().get();
    }
    if (last instanceof DeferredVerdicts present) {
      return Optional.of(present);
    }
    if (!last.assertionErrorsCollected().isEmpty()) {
      return Optional.empty();
    }
    DeferredVerdicts added = new DeferredVerdicts();
    last.setDelegate(added);
    return last.getDelegate().filter(delegate -> delegate == added).map(delegate -> added);
  }

  /** Aborts the test at the end, unless an assertion fails. */
  synchronized void abort(Outcome outcome, AssertionError error) {
    aborting.add(new Deferred(outcome, error));
    success = false;
  }

  @Override
  public synchronized void collectAssertionError(AssertionError error) {
    errors.add(error);
    success = false;
  }

  /**
   * Returns the failures; the verdicts that would abort the test are the last ones.
   *
   * @throws RuntimeException one that aborts the test, if there are only such verdicts
   */
  @Override
  public synchronized List<AssertionError> assertionErrorsCollected() {
    List<AssertionError> failures = new ArrayList<>(errors);
    List<AssertionError> verdicts =
        aborting.stream()
            .sorted(Comparator.comparing(Deferred::outcome))
            .map(Deferred::error)
            .toList();
    if (failures.isEmpty() && !verdicts.isEmpty()) {
      String message =
          verdicts.stream()
              .map(verdict -> String.valueOf(verdict.getMessage()).strip())
              .collect(Collectors.joining("\n"));
      AbortExceptionFactory.create(message)
          .ifPresent(
              aborted -> {
                aborted.setStackTrace(verdicts.get(0).getStackTrace());
                throw aborted;
              });
    }
    failures.addAll(verdicts);
    return failures;
  }

  @Override
  public synchronized void succeeded() {
    success = true;
  }

  @Override
  public synchronized boolean wasSuccess() {
    return success;
  }
}
