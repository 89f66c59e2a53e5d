package dev.tare.internal.plain;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.internal.call.MeasuringThreads;
import dev.tare.internal.jupiter.Concurrency;
import dev.tare.internal.jupiter.TestSubject;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.PlanRun;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
   * Measures the first figure of a metric with the options of this request, without its limit.
   *
   * @param operation the measuring call for messages, such as {@code allocated()}
   * @param metric creates the metric
   * @throws IllegalArgumentException if an option is invalid or does not apply to the operation
   * @throws IllegalStateException if this thread measures already
   * @throws Throwable what the body threw, unchanged
   */
  public Measurement measure(String operation, Function<Options, Metric> metric) throws Throwable {
    Metric read = read(operation, metric);
    List<Budget> unlimited =
        read.budgets().stream().map(budget -> Budget.unlimited(budget.figure())).toList();
    return measure(operation, read, unlimited).get(0);
  }

  /**
   * Measures a metric with the options of this request, and returns one verdict for each limit.
   *
   * @param operation the measuring call for messages, such as {@code allocatesAtMost("1 KiB")}
   * @param metric creates the metric
   * @throws IllegalArgumentException if an option is invalid or does not apply to the operation, or
   *     if there is no limit to judge
   * @throws IllegalStateException if this thread measures already
   * @throws Throwable what the body threw, unchanged
   */
  public List<Verdict> judge(String operation, Function<Options, Metric> metric) throws Throwable {
    Metric read = read(operation, metric);
    refuseWithoutLimit(operation, read);
    List<Budget> budgets = read.budgets();
    List<Measurement> measured = measure(operation, read, budgets);
    return IntStream.range(0, budgets.size())
        .mapToObj(i -> budgets.get(i).judge(measured.get(i)))
        .toList();
  }

  private List<Measurement> measure(String operation, Metric metric, List<Budget> budgets)
      throws Throwable {
    return PlanRun.measure(metric, budgets, subject(metric.weighsValues()), () -> operation);
  }

  private Metric read(String operation, Function<Options, Metric> metric) {
    begin(operation);
    Map<String, Object> attributes = new HashMap<>(options);
    attributes.remove(BREAKDOWN);
    Options readOptions =
        new Options(attributes, lambda().orElse(Lambda.NONE).site(), ofMeasurement());
    Metric read;
    try {
      read = metric.apply(readOptions);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(operation + ": " + e.getMessage(), e.getCause());
    }
    for (String unread : readOptions.unread()) {
      throw new IllegalArgumentException(
          "%s: %s does not apply to it; leave it out".formatted(operation, optionMethod(unread)));
    }
    if (read.weighsValues() && lambda().filter(Lambda::returnsNoObject).isPresent()) {
      throw new IllegalArgumentException(
          operation + ": the body returns no object; return one, for example \"() -> cache\"");
    }
    if (preparation != null && !read.preparesCalls()) {
      throw new IllegalArgumentException(
          operation + ": its calls would not be prepared; leave out withBeforeCall");
    }
    return read;
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

  private void refuseWithoutLimit(String operation, Metric metric) {
    if (metric.budgets().stream().allMatch(budget -> budget.limit() == null)) {
      throw new IllegalArgumentException(
          operation + ": nothing would be judged, since the metric has no limit");
    }
    if (lambda().isEmpty() && !metric.weighsValues()) {
      throw new IllegalArgumentException(
          operation + ": it limits calls, and this is a value; use Tare.calling(…)");
    }
  }

  /**
   * Begins a measurement: refuses one inside of a body that is being measured, and leaves the test
   * out of the census, whose figure would be that of measuring.
   *
   * @param operation the measuring call for messages, such as {@code allocated()}
   * @throws IllegalStateException if this thread measures already
   */
  public static void begin(String operation) {
    if (MeasuringThreads.isMeasuring()) {
      throw new IllegalStateException(
          operation
              + " was called in a body that is measured, whose figure would be that of measuring;"
              + " measure one after the other");
    }
    LauncherRun.ofThread()
        .flatMap(LauncherRun::current)
        .ifPresent(test -> LauncherRun.leaveOutOfCensus(test.uniqueId()));
  }

  /** Returns the name of the method that sets an option. */
  private static String optionMethod(String option) {
    return "with" + Character.toUpperCase(option.charAt(0)) + option.substring(1);
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

  /** Returns the configuration of the caller's run; with the option, a breakdown is always made. */
  private Configuration ofMeasurement() {
    Configuration run = configuration();
    return options.containsKey(BREAKDOWN) ? run.with(Breakdowns.ALWAYS) : run;
  }

  private TestSubject subject(boolean weighsValue) throws Throwable {
    Lambda lambda = target instanceof Lambda called ? called : null;
    // a lambda that takes a size is called by the metric
    TestBody body = lambda == null || lambda.takesSize() ? null : lambda.body();
    Object value = lambda == null ? target : null;
    if (body != null && weighsValue) {
      value = body.call();
      body = null;
    }
    return new TestSubject(
        body,
        value,
        new PlainVariants(target, preparation, other),
        lambda == null ? List.of() : List.of(lambda.target()),
        List.of(),
        () -> "",
        ofMeasurement(),
        LauncherRun.ofThread().map(Concurrency::isPossible).orElse(false));
  }

  /**
   * Creates the other bodies of a measurement: of the baseline, of a size, and of the preparation.
   */
  private record PlainVariants(Object target, @Nullable Lambda preparation, @Nullable Lambda other)
      implements TestSubject.Variants {

    @Override
    public TestBody method(String name) {
      if (other == null) {
        throw new IllegalStateException("there is no body " + name);
      }
      return other.body();
    }

    @Override
    public TestBody argument(int parameter, Object argument) {
      return ((Lambda) target).body(argument);
    }

    @Override
    public List<TestBody> preparations() {
      return preparation == null ? List.of() : List.of(preparation.body());
    }
  }
}
