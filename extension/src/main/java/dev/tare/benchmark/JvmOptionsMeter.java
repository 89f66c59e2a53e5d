package dev.tare.benchmark;

import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.clock.JvmOptions;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Marks the measurements of another meter as doubtful if options of this JVM distort them.
 *
 * <p>Without the optimizing compiler, a limit on a time or a ratio is inconclusive: the interpreter
 * can be fifty times as slow, and by a different factor for two methods. A first call is doubtful
 * only if it exceeds its limit, since these options do not shorten first calls. {@link
 * ConfigurationKey#ALLOW_UNOPTIMIZED} allows judging all of them.
 */
record JvmOptionsMeter(Meter meter, JvmOptions options) implements Meter {

  /**
   * Name of the field that the Java compiler adds to each class with an {@code assert} statement.
   */
  private static final String ASSERTIONS = "$assertionsDisabled";

  private static final String ASSERTIONS_CHECKED = "the test's own assertions are checked (-ea)";

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    boolean allowed = subject.configuration().allowUnoptimized();
    Optional<String> unoptimized = allowed ? Optional.empty() : options.unoptimized();
    Optional<String> slowStart = allowed ? Optional.empty() : options.slowStart();
    List<Budget> judged =
        unoptimized.isEmpty()
            ? budgets
            // without a limit there is no confirmation and no profile
            : budgets.stream()
                .map(one -> isFirstCall(one) ? one : Budget.unlimited(one.figure()))
                .toList();
    List<Measurement> measured = meter.measure(subject, schedule, judged);
    boolean asserts = subject.testInstances().stream().anyMatch(JvmOptionsMeter::asserts);
    List<Measurement> results = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      Budget budget = budgets.get(i);
      Measurement measurement = measured.get(i);
      if (asserts && measurement instanceof Observed observed) {
        measurement = observed.alsoCounted(List.of(ASSERTIONS_CHECKED));
      }
      Optional<String> reason = isFirstCall(budget) ? slowStart : unoptimized;
      results.add(reason.isEmpty() ? measurement : doubted(measurement, budget, reason.get()));
    }
    return results;
  }

  private static Measurement doubted(Measurement measurement, Budget budget, String reason) {
    boolean counts =
        budget.limit() != null
            && (!isFirstCall(budget) || budget.judge(measurement).outcome() == Outcome.EXCEEDED);
    return counts && measurement instanceof Observed observed
        ? new Doubtful(
            observed.figure(),
            "%s; run the test without that, or judge it even so with %s = true"
                .formatted(reason, ConfigurationKey.ALLOW_UNOPTIMIZED.key()),
            observed.asInflated())
        : measurement;
  }

  private static boolean isFirstCall(Budget budget) {
    return TimeFigures.isFirstCall(budget.figure());
  }

  /**
   * Returns whether assertions are enabled in the class of a test, its superclasses or their nest
   * members, and one of these contains an assertion. Other classes that the test calls are not
   * examined.
   */
  private static boolean asserts(Object test) {
    for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> member : type.getNestMembers()) {
        if (member.getClassLoader() != null
            && hasAssertions(member)
            && member.desiredAssertionStatus()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasAssertions(Class<?> type) {
    try {
      return type.getDeclaredField(ASSERTIONS).isSynthetic();
    } catch (NoSuchFieldException | LinkageError e) {
      return false;
    }
  }
}
