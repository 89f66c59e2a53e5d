package dev.tare.internal.launch;

import static java.util.Objects.requireNonNull;

import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.call.MeasuringThreads;
import dev.tare.internal.call.RepeatedCallException;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Measures a subject by a metric, without JUnit. A limit that is exceeded by a figure that is not
 * exact is measured once more: it counts as exceeded only if both measurements exceed it, and
 * otherwise as inconclusive. Bodies that may run only once, and single readings, such as that of a
 * first call, are measured once.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class PlanRun {

  private PlanRun() {}

  /**
   * Returns one measurement for each budget. They are {@link Measurement.Missing} if this Java
   * runtime lacks a module that the metric needs.
   *
   * @param source the annotation or the call that the metric was read from, for messages
   * @throws IllegalStateException if the metric did not return one measurement for each budget, of
   *     its figure and quantity, in the same order
   * @throws Throwable what the body threw; from its second call on as the cause of an exception
   *     that names the call
   */
  public static List<Measurement> measure(
      Metric metric, List<Budget> budgets, Subject subject, Supplier<String> source)
      throws Throwable {
    return run(metric, budgets, subject, source, true);
  }

  /** Returns one measurement for each budget, without a second one or a breakdown. */
  public static List<Measurement> measureOnce(
      Metric metric, List<Budget> budgets, Subject subject, Supplier<String> source)
      throws Throwable {
    return run(metric, budgets, subject, source, false);
  }

  private static List<Measurement> run(
      Metric metric,
      List<Budget> budgets,
      Subject subject,
      Supplier<String> source,
      boolean isExplained)
      throws Throwable {
    boolean isOutermost = MeasuringThreads.begin();
    try {
      List<Measurement> measured =
          checked(metric.measure(subject, metric.schedule(), budgets), budgets, source);
      return isExplained ? explained(measured, metric, budgets, subject, source) : measured;
    } catch (RuntimeException e) {
      if (!(e instanceof RepeatedCallException repeated)) {
        throw e;
      }
      Schedule schedule = metric.schedule();
      throw repeated.failure(
          metric.needsManyCalls() ? 0 : (long) schedule.warmups() + schedule.runs(),
          remedy(metric, source.get().startsWith("@")));
    } finally {
      if (isOutermost) {
        MeasuringThreads.end();
      }
    }
  }

  /** Returns why only the first call succeeded, and what helps with an annotation or a lambda. */
  private static String remedy(Metric metric, boolean isAnnotation) {
    String way =
        metric.preparesCalls()
            ? "prepare each call in " + (isAnnotation ? "a @BeforeCall method" : "withBeforeCall")
            : metric.needsManyCalls()
                ? "let each call create what it uses up"
                : "a body that cannot be repeated needs "
                    + (isAnnotation ? "runs = 1, warmups = 0" : "withRuns(1) and withWarmups(0)");
    String reason = isAnnotation ? "@BeforeEach runs once, before the first: " : "";
    return reason + way;
  }

  private static List<Measurement> explained(
      List<Measurement> first,
      Metric metric,
      List<Budget> budgets,
      Subject subject,
      Supplier<String> source)
      throws Throwable {
    Schedule schedule = metric.schedule();
    List<Measurement> measured = first;
    List<Integer> exceeded = schedule.once() ? List.of() : unconfirmed(budgets, measured);
    if (!exceeded.isEmpty()) {
      measured = new ArrayList<>(measured);
      List<Measurement> again =
          checked(metric.measureAgain(subject, schedule, budgets), budgets, source);
      for (int i : exceeded) {
        measured.set(i, agreed((Observed) measured.get(i), again.get(i), budgets.get(i)));
      }
    }
    return checked(metric.explain(subject, budgets, measured), budgets, source);
  }

  /** Returns the indexes of the exceeded limits that a second measurement must confirm. */
  private static List<Integer> unconfirmed(List<Budget> budgets, List<Measurement> measured) {
    return IntStream.range(0, measured.size())
        .filter(
            i ->
                measured.get(i) instanceof Observed observed
                    && !observed.isExact()
                    && observed.sampling().readings() > 1
                    && budgets.get(i).judge(observed).outcome() == Outcome.EXCEEDED)
        .boxed()
        .toList();
  }

  private static Measurement agreed(Observed first, Measurement again, Budget budget) {
    Verdict second = budget.judge(again);
    String figure = second.observed().map(observed -> observed.value().rounded()).orElse("none");
    if (second instanceof Verdict.Exceeded) {
      return first.alsoCounted(List.of("measured again: " + figure));
    }
    String form = "two measurements disagree: %s exceeded the limit, %s ";
    String doubt =
        second instanceof Verdict.Inconclusive inconclusive
            ? "may not: " + inconclusive.reason()
            : second instanceof Verdict.Unmeasured unmeasured
                ? "was found then: " + unmeasured.reason()
                : "did not";
    return first
        .withInterval(lowest(first, again), first.upper())
        .withDoubt(form.formatted(first.value().rounded(), figure) + doubt);
  }

  private static Quantity lowest(Observed first, Measurement again) {
    return again instanceof Observed second && second.lower().compare(first.lower()) < 0
        ? second.lower()
        : first.value().withAmount(Double.MIN_NORMAL);
  }

  /** Returns the measurements of a metric, which may be a user's, after checking them. */
  private static List<Measurement> checked(
      @Nullable List<? extends @Nullable Measurement> measurements,
      List<Budget> budgets,
      Supplier<String> source) {
    boolean fits = measurements != null && measurements.size() == budgets.size();
    for (int i = 0; fits && i < budgets.size(); i++) {
      fits = isOf(budgets.get(i), requireNonNull(measurements).get(i));
    }
    if (!fits) {
      throw new IllegalStateException(
          source.get()
              + ": its metric must return one measurement for each budget, in the same order and in the unit of the limit");
    }
    return List.copyOf(requireNonNull(measurements));
  }

  private static boolean isOf(Budget budget, @Nullable Measurement measurement) {
    Quantity limit = budget.limit();
    return measurement != null
        && measurement.figure().id().equals(budget.figure().id())
        && (limit == null
            || !(measurement instanceof Observed observed)
            || limit.getClass().isInstance(observed.value()));
  }
}
