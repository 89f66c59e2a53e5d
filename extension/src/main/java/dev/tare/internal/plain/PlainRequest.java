package dev.tare.internal.plain;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.internal.call.MeasuringThreads;
import dev.tare.internal.jupiter.Concurrency;
import dev.tare.internal.jupiter.TestSubject;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.PlanRun;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Report.TestId;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A measurement without an annotation: the target and the options. Immutable.
 *
 * @param target the lambda whose calls are measured, or the value that is weighed
 * @param options values of annotation attributes by name
 * @param preparation the lambda that runs before each call; null if there is none
 * @param other the lambda to compare with; null if there is none
 * @param caller the class and the method that request the measurement, and the name of the target
 */
public record PlainRequest(
    Object target,
    Map<String, Object> options,
    @Nullable Lambda preparation,
    @Nullable Lambda other,
    TestId caller) {

  /** A budget and its measurement. */
  public record BudgetedMeasurement(Budget budget, Measurement measurement) {}

  /** Option that is no attribute: a breakdown is made, as with the key of this name. */
  private static final String BREAKDOWN = "breakdown";

  /** Copies the map. */
  public PlainRequest {
    options = Map.copyOf(options);
  }

  /**
   * Returns an argument of a published method after checking that it is not null.
   *
   * @param call the call for the message, such as {@code withName(null)}
   * @throws NullPointerException if the argument is null
   */
  public static <T> T required(String call, @Nullable T argument) {
    return requireNonNull(argument, () -> call + ": an argument must not be null");
  }

  /** Returns a request without options for a value, or for the calls of a {@link Lambda}. */
  public static PlainRequest of(Object target) {
    return new PlainRequest(target, Map.of(), null, null, Callers.nearest());
  }

  /** Returns this request with the value of an annotation attribute. */
  public PlainRequest with(String option, Object value) {
    Map<String, Object> merged = new HashMap<>(options);
    merged.put(option, required(optionMethod(option) + "(null)", value));
    return new PlainRequest(target, merged, preparation, other, caller);
  }

  /** Returns this request with a breakdown of its figure. */
  public PlainRequest withBreakdown() {
    return with(BREAKDOWN, true);
  }

  /** Returns this request with code that runs before each call and is not measured. */
  public PlainRequest withPreparation(Lambda code) {
    return new PlainRequest(target, options, code, other, caller);
  }

  /** Returns this request with a body to compare with. */
  public PlainRequest withOther(Lambda body) {
    return new PlainRequest(target, options, preparation, body, caller);
  }

  /** Returns this request with a name for messages. */
  public PlainRequest withName(String name) {
    TestId named =
        new TestId(caller.className(), caller.method(), required("withName(null)", name));
    return new PlainRequest(target, options, preparation, other, named);
  }

  /**
   * Measures as an annotation with these attributes and the options of this request does.
   *
   * @param operation the measuring call for messages, such as {@code allocated()}
   * @param attributes attributes that the operation sets
   * @param isLimited whether the attributes contain a limit that is judged
   * @return one measurement for each limit, that of the operation's own figure first
   * @throws IllegalArgumentException if an option or an attribute is invalid or does not apply to
   *     the operation, or if the limit is missing
   * @throws IllegalStateException if this thread measures already
   * @throws Throwable what the body threw, unchanged
   */
  public List<BudgetedMeasurement> measure(
      String operation,
      Class<? extends Annotation> annotation,
      Map<String, Object> attributes,
      boolean isLimited)
      throws Throwable {
    refuseNested(operation);
    AnnotationValues.check(operation, annotation, attributes);
    refuseInapplicableOptions(operation, annotation);
    Map<String, Object> merged = new HashMap<>(options);
    merged.remove(BREAKDOWN);
    merged.putAll(attributes);
    AnnotationValues.checkComplete(operation, annotation, merged);
    Configuration configuration = options.containsKey(BREAKDOWN) ? explaining() : configuration();
    MeasurementPlan plan;
    try {
      plan = plan(AnnotationValues.instance(annotation, merged), configuration);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          operation + ": " + PlainWording.reword(String.valueOf(e.getMessage())), e);
    }
    if (preparation != null && !plan.has(Trait.PREPARES_CALLS)) {
      throw new IllegalArgumentException(
          operation + ": its calls would not be prepared; leave out withBeforeCall");
    }
    if (!isLimited) {
      return measure(operation, plan.withBudgets(unlimited(plan.budgets())), configuration);
    }
    refuseWithoutLimit(operation, annotation, plan);
    return measure(operation, plan, configuration);
  }

  /**
   * Times each of a number of calls by itself, from the first one on.
   *
   * @throws IllegalArgumentException if the number is less than one, or an option is set
   * @throws IllegalStateException if this thread measures already
   * @throws Throwable what the body threw, unchanged
   */
  public Measurement singleCalls(String operation, int calls) throws Throwable {
    refuseNested(operation);
    refuseInapplicableOptions(operation, Override.class);
    if (calls < 1) {
      throw new IllegalArgumentException(
          "%s: %s calls: at least one is needed, for example 100".formatted(operation, calls));
    }
    Schedule schedule = new Schedule(0, calls, true);
    List<Budget> budgets = List.of(Budget.unlimited(SingleCallsMeter.FIGURE));
    MeasurementPlan plan = MeasurementPlan.of(budgets, schedule, new SingleCallsMeter());
    return measure(operation, plan, configuration()).get(0).measurement();
  }

  /**
   * Calls the target once without measuring, if it is a lambda that takes no size.
   *
   * @throws Throwable what the lambda threw, unchanged
   */
  public void callUnjudged() throws Throwable {
    if (target instanceof Lambda lambda && !lambda.takesSize()) {
      lambda.body().call();
    }
  }

  private List<BudgetedMeasurement> measure(
      String operation, MeasurementPlan plan, Configuration configuration) throws Throwable {
    TestSubject subject = subject(configuration, plan.has(Trait.WEIGHS_VALUES));
    List<Measurement> measurements = PlanRun.measure(plan, subject, operation);
    return IntStream.range(0, measurements.size())
        .mapToObj(
            i ->
                new BudgetedMeasurement(
                    plan.budgets().get(i), PlainWording.reword(measurements.get(i))))
        .toList();
  }

  private void refuseWithoutLimit(
      String operation, Class<? extends Annotation> annotation, MeasurementPlan plan) {
    String name = "@" + annotation.getSimpleName();
    if (plan.budgets().stream().allMatch(budget -> budget.limit() == null)) {
      throw new IllegalArgumentException(
          "%s: nothing would be judged: no attribute of %s sets a limit"
              .formatted(operation, name));
    }
    if (lambda().isEmpty() && !plan.has(Trait.WEIGHS_VALUES)) {
      throw new IllegalArgumentException(
          "%s: %s limits calls, and this is a value; use Tare.calling(…)"
              .formatted(operation, name));
    }
  }

  /**
   * Refuses to measure inside of a body that is being measured.
   *
   * @param operation the measuring call for messages, such as {@code allocated()}
   * @throws IllegalStateException if this thread measures already
   */
  public static void refuseNested(String operation) {
    if (MeasuringThreads.isMeasuring()) {
      throw new IllegalStateException(
          operation
              + " was called in a body that is measured, whose figure would be that of measuring;"
              + " measure one after the other");
    }
  }

  private static List<Budget> unlimited(List<Budget> budgets) {
    return budgets.stream().map(budget -> Budget.unlimited(budget.figure())).toList();
  }

  private void refuseInapplicableOptions(String operation, Class<? extends Annotation> annotation) {
    options.forEach(
        (option, value) -> {
          boolean isBreakdown =
              option.equals(BREAKDOWN) && annotation.isAnnotationPresent(MeasuredBy.class);
          if (!isBreakdown && !AnnotationValues.accepts(annotation, option, value)) {
            throw new IllegalArgumentException(
                "%s: %s does not apply to it; leave it out"
                    .formatted(operation, optionMethod(option)));
          }
        });
  }

  /** Returns the name of the method that sets an option. */
  private static String optionMethod(String option) {
    return "with" + Character.toUpperCase(option.charAt(0)) + option.substring(1);
  }

  @SuppressWarnings("unchecked") // the annotation's own type names the metric that reads it
  private <A extends Annotation> MeasurementPlan plan(A annotation, Configuration configuration) {
    Class<? extends Annotation> type = annotation.annotationType();
    Metric<A> metric = (Metric<A>) newInstance(type.getAnnotation(MeasuredBy.class).value());
    return metric.read(annotation, lambda().orElse(Lambda.NONE).site(), configuration);
  }

  private static <T> T newInstance(Class<T> type) {
    try {
      Constructor<T> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getTargetException());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<Lambda> lambda() {
    return target instanceof Lambda lambda ? Optional.of(lambda) : Optional.empty();
  }

  /**
   * Returns the configuration of the caller's run; outside of runs, that of the system properties.
   */
  public static Configuration configuration() {
    return LauncherRun.ofThread()
        .map(run -> new Configuration(run::parameter))
        .orElseGet(() -> new Configuration(key -> Optional.ofNullable(System.getProperty(key))));
  }

  /** Returns the configuration of the caller's run, in which a breakdown is always made. */
  private static Configuration explaining() {
    Configuration run = configuration();
    return new Configuration(
        key ->
            key.equals(ConfigurationKey.BREAKDOWN.key()) ? Optional.of("always") : run.text(key));
  }

  private TestSubject subject(Configuration configuration, boolean weighsValue) throws Throwable {
    return new TestSubject(
        content(weighsValue),
        new PlainVariants(target, preparation, other),
        lambda().<List<Object>>map(lambda -> List.of(lambda.target())).orElse(List.of()),
        List.of(),
        () -> "",
        configuration,
        LauncherRun.ofThread().map(Concurrency::isPossible).orElse(false),
        new TestSubject.RunObjects() {
          @Override
          public <T> T of(Class<T> type, Supplier<T> maker) {
            return maker.get();
          }
        });
  }

  private TestSubject.Content content(boolean weighsValue) throws Throwable {
    if (!(target instanceof Lambda lambda)) {
      return new TestSubject.Value(target);
    }
    if (lambda.takesSize()) {
      return new TestSubject.Value(null); // the meter calls it with sizes
    }
    TestBody body = lambda.body();
    return weighsValue ? new TestSubject.Value(body.call()) : new TestSubject.Calls(body);
  }
}
