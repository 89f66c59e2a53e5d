package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;

import dev.tare.allocation.AllocationMetrics;
import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Scope;
import dev.tare.benchmark.Benchmarked;
import dev.tare.benchmark.ProfileKind;
import dev.tare.benchmark.TimeMetrics;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.internal.plain.Lambda;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.invocations.InvocationMetrics;
import dev.tare.invocations.MaxInvocations;
import dev.tare.model.Report;
import dev.tare.retained.Kind;
import dev.tare.retained.SizeMetrics;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.SurvivalMetrics;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * A body with the options of its measurement. Immutable: each {@code with} method returns a copy.
 *
 * <p>An option that does not apply to a measurement is refused with an {@link
 * IllegalArgumentException}, and so is an invalid one; the message gives an accepted example. An
 * exception of the body's first call is thrown unchanged, a checked one too; that of a later call
 * is the cause of one that names the call.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MeasuredBody {

  private final PlainRequest request;

  MeasuredBody(PlainRequest request) {
    this.request = request;
  }

  PlainRequest request() {
    return request;
  }

  /** Returns this body with a name for messages. */
  public MeasuredBody withName(String name) {
    return new MeasuredBody(request.withName(name));
  }

  /** Returns this body with the number of measured calls; for bytes and objects. */
  public MeasuredBody withRuns(int runs) {
    return with("runs", runs);
  }

  /** Returns this body with the number of calls before the measured ones; for bytes and objects. */
  public MeasuredBody withWarmups(int warmups) {
    return with("warmups", warmups);
  }

  /** Returns this body with the threads whose bytes count; for {@link #allocated()}. */
  public MeasuredBody withScope(Scope scope) {
    return with("scope", scope);
  }

  /**
   * Returns this body with the statistic of a time: {@code "robust"}, {@code "mean"}, {@code
   * "median"} or a percentile such as {@code "p99"}.
   */
  public MeasuredBody withStatistic(String statistic) {
    return with("statistic", statistic);
  }

  /** Returns this body with the number of equal actions in a call; a time is that of one action. */
  public MeasuredBody withOperations(int operations) {
    return with("operations", operations);
  }

  /** Returns this body with the longest warm-up of a time, such as {@code "1 s"}. */
  public MeasuredBody withWarmupTime(String longest) {
    return with("warmupTime", longest);
  }

  /** Returns this body with the longest sampling of a time, such as {@code "1 s"}. */
  public MeasuredBody withMeasurementTime(String longest) {
    return with("measurementTime", longest);
  }

  /** Returns this body with code that runs before each timed call and is not timed with it. */
  public MeasuredBody withBeforeCall(Body.OfVoid code) {
    return new MeasuredBody(
        request.withPreparation(
            Lambda.of(Body.OfVoid.class, required("withBeforeCall(null)", code))));
  }

  /**
   * Returns this body with whether the body that it is compared with must return an equal value.
   */
  public MeasuredBody withEqualResults(boolean required) {
    return with("equalResults", required);
  }

  /**
   * Returns this body with the number of calls in a round, for {@link #surviving()} and {@link
   * #survivorsOf}, or before each young collection, for {@link #promoted()}.
   */
  public MeasuredBody withCalls(int calls) {
    return with("calls", calls);
  }

  /**
   * Returns this body with the number, 2 to 100, of rounds, for {@link #surviving()} and {@link
   * #survivorsOf}.
   */
  public MeasuredBody withRounds(int rounds) {
    return with("rounds", rounds);
  }

  /**
   * Returns this body with another one that its time is compared with. Options of the other body
   * have no effect, except its name.
   */
  public MeasuredBody withBaseline(MeasuredBody other) {
    String name = required("withBaseline(null)", other).request.caller().invocation();
    return new MeasuredBody(
        request
            .withOther((Lambda) other.request.target())
            .with("baseline", name.isEmpty() ? "the other body" : name));
  }

  /** Returns this body with a breakdown of its figure: by line, path, caller or method. */
  public MeasuredBody withBreakdown() {
    return new MeasuredBody(request.withBreakdown());
  }

  /** Returns this body with the classes whose lines a breakdown of allocated bytes shows. */
  public MeasuredBody withDepth(Depth depth) {
    return with("depth", depth);
  }

  /** Returns this body with the kind of profile that the breakdown of a time shows. */
  public MeasuredBody withProfile(ProfileKind profile) {
    return with("profile", profile);
  }

  /** Measures the bytes that a call allocates, as {@link MaxAllocatedBytes} does. */
  public MeasuredFigure allocated() {
    return measure("allocated()", options -> AllocationMetrics.bytesAtMost("0 B", options));
  }

  /** Counts the objects that a call creates, as {@link MaxAllocations} does. */
  public MeasuredFigure objects() {
    return objects("objects()", Object.class);
  }

  /** Counts the objects of a type and its subtypes that a call creates. */
  public MeasuredFigure objectsOf(Class<?> type) {
    return objects("objectsOf()", required("objectsOf(null)", type));
  }

  private MeasuredFigure objects(String operation, Class<?> type) {
    return measure(operation, options -> AllocationMetrics.objectsAtMost(0, type, options));
  }

  /** Measures the time of a call, as {@link Benchmarked} does. */
  public MeasuredFigure time() {
    return timed("time()", options -> TimeMetrics.atMost("", options));
  }

  /** Measures a time of this body alone; refuses a baseline, which would make it a ratio. */
  private MeasuredFigure timed(String operation, Function<Options, Metric> metric) {
    if (request.options().containsKey("baseline")) {
      throw new IllegalArgumentException(
          operation
              + ": withBaseline does not apply to it; leave it out, or use timeComparedWith(other)");
    }
    return measure(operation, metric);
  }

  /** Measures the time of the first call alone, class loading included. */
  public MeasuredFigure firstCall() {
    return timed("firstCall()", options -> TimeMetrics.firstAtMost("1 s", options));
  }

  /**
   * Measures the ratio of the time of a call to that of a call of another body. Both are called in
   * turn and must return equal values. Options of the other body have no effect, except its name.
   */
  public MeasuredFigure timeComparedWith(MeasuredBody other) {
    return withBaseline(required("timeComparedWith(null)", other))
        .measure("timeComparedWith()", options -> TimeMetrics.ratioAtMost(1, options));
  }

  /** Counts the calls of a method that one call makes, as {@link MaxInvocations} does. */
  public MeasuredFigure invocationsOf(Class<?> type, String method) {
    required("invocationsOf(…)", type);
    required("invocationsOf(…)", method);
    return measure("invocationsOf()", options -> InvocationMetrics.callsAtMost(0, type, method));
  }

  /** Measures the bytes that would be freed with what a call returns. */
  public MeasuredFigure retained() {
    return measure("retained()", options -> SizeMetrics.bytesAtMost("0 B", Kind.RETAINED, options));
  }

  /**
   * Measures the bytes that a call leaves behind: objects that it creates and that are not
   * collected afterwards, as {@link MaxSurvivingBytes} does.
   */
  public MeasuredFigure surviving() {
    return measure("surviving()", options -> SurvivalMetrics.bytesAtMost("0 B", options));
  }

  /**
   * Measures the bytes that a call makes old: objects that young collections move to the old
   * generation, as {@link MaxPromotedBytes} does.
   */
  public MeasuredFigure promoted() {
    return measure("promoted()", options -> SurvivalMetrics.promotedAtMost("0 B", options));
  }

  /** Counts the objects of a type and its subtypes that a call leaves behind. */
  public MeasuredFigure survivorsOf(Class<?> type) {
    required("survivorsOf(null)", type);
    return measure("survivorsOf()", options -> SurvivalMetrics.objectsAtMost(0, type, options));
  }

  /**
   * Counts the objects that a call returns and that are not collected, as {@link MustBeCollected}
   * does: 0 if the returned object is collected.
   */
  public MeasuredFigure uncollected() {
    return measure("uncollected()", SurvivalMetrics::collected);
  }

  /**
   * Measures a metric, and compares it with its limits. For libraries of assertions, and for
   * metrics of your own.
   *
   * @param operation the call with the limit, for messages: {@code allocatesAtMost("1 KiB")}
   * @param metric creates the metric from the options of this body
   * @return the verdicts, one for each limit; empty if {@code tare.enabled} is false, where the
   *     body is called once
   * @throws IllegalArgumentException if the metric refuses an option or has no limit, or an option
   *     does not apply
   */
  public Optional<Report> judge(String operation, Function<Options, Metric> metric) {
    return MeasuredFigure.judge(request, operation, metric);
  }

  private MeasuredBody with(String option, Object value) {
    return new MeasuredBody(request.with(option, value));
  }

  private MeasuredFigure measure(String operation, Function<Options, Metric> metric) {
    return MeasuredFigure.of(request, operation, metric);
  }
}
