package dev.tare.assertj;

import dev.tare.MeasuredBody;
import dev.tare.allocation.AllocationMetrics;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.benchmark.TimeMetrics;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.invocations.InvocationMetrics;
import dev.tare.invocations.MaxInvocations;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.SurvivalMetrics;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on the calls of a body. Each one calls the body as often as the annotation of the same
 * limit does.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class CalledBodyAssert extends AbstractMeasuredAssert<CalledBodyAssert, MeasuredBody> {

  CalledBodyAssert(@Nullable MeasuredBody actual) {
    super(actual, CalledBodyAssert.class);
  }

  /**
   * Verifies that a call allocates at most these bytes, like {@link MaxAllocatedBytes}.
   *
   * @param limit a size such as {@code "1 KiB"}
   */
  public CalledBodyAssert allocatesAtMost(String limit) {
    return verifyLimit(
        operation("allocatesAtMost", limit),
        options -> AllocationMetrics.bytesAtMost(limit, options));
  }

  /** Verifies that a call allocates no bytes. */
  public CalledBodyAssert allocatesNothing() {
    return verifyLimit(
        "allocatesNothing()", options -> AllocationMetrics.bytesAtMost("0 B", options));
  }

  /** Verifies that a call creates at most this number of objects, like {@link MaxAllocations}. */
  public CalledBodyAssert makesAtMost(long objects) {
    return makesAtMost(objects, Object.class);
  }

  /**
   * Verifies that a call creates at most this number of objects of a type and its subtypes, like
   * {@link MaxAllocations}.
   */
  public CalledBodyAssert makesAtMost(long objects, Class<?> type) {
    return verifyLimit(
        operation("makesAtMost", objects, type),
        options -> AllocationMetrics.objectsAtMost(objects, type, options));
  }

  /**
   * Verifies that a call takes at most this time, like {@link Benchmarked#max()}.
   *
   * @param limit a time such as {@code "2 ms"}
   */
  public CalledBodyAssert takesAtMost(String limit) {
    return verifyLimit(
        operation("takesAtMost", limit), options -> TimeMetrics.atMost(limit, options));
  }

  /**
   * Verifies that the first call alone takes at most this time, like {@link
   * Benchmarked#maxFirst()}. The body is called once.
   *
   * @param limit a time such as {@code "2 s"}
   */
  public CalledBodyAssert takesAtMostInFirstCall(String limit) {
    return verifyLimit(
        operation("takesAtMostInFirstCall", limit),
        options -> TimeMetrics.firstAtMost(limit, options));
  }

  /**
   * Verifies that the ratio of the time of a call to that of a call of another body is at most the
   * limit, like {@link Benchmarked#baseline()}: {@code takesAtMost(1.1, Tare.calling(() ->
   * parse(old)))}. Both bodies are called in turn and must return equal values.
   *
   * @param ratio the limit: 1.10 allows 10 % more
   * @param other the other body, from {@link dev.tare.Tare#calling(Runnable) Tare.calling}
   */
  public CalledBodyAssert takesAtMost(double ratio, MeasuredBody other) {
    String operation = operation("takesAtMost", ratio, other).replace("…", "Tare.calling(…)");
    return verifyLimit(
        () ->
            actual
                .withBaseline(other)
                .judge(operation, options -> TimeMetrics.ratioAtMost(ratio, options)));
  }

  /**
   * Verifies that a call of the body calls a method at most this number of times, like {@link
   * MaxInvocations}.
   */
  public CalledBodyAssert callsAtMost(long invocations, Class<?> type, String method) {
    return verifyLimit(
        operation("callsAtMost", invocations, type, method),
        options -> InvocationMetrics.callsAtMost(invocations, type, method));
  }

  /** Verifies that calls leave no bytes behind, like {@code @NoSurvivors}. */
  public CalledBodyAssert leavesNothingBehind() {
    return verifyLimit(
        "leavesNothingBehind()", options -> SurvivalMetrics.bytesAtMost("0 B", options));
  }

  /**
   * Verifies that calls leave at most these bytes behind, like {@link MaxSurvivingBytes}.
   *
   * @param limit a size such as {@code "1 KiB"}
   */
  public CalledBodyAssert leavesAtMost(String limit) {
    return verifyLimit(
        operation("leavesAtMost", limit), options -> SurvivalMetrics.bytesAtMost(limit, options));
  }

  /**
   * Verifies that a call leaves at most this number of objects of a type and its subtypes behind,
   * like {@link MaxSurvivors}.
   */
  public CalledBodyAssert leavesAtMost(long objects, Class<?> type) {
    return verifyLimit(
        operation("leavesAtMost", objects, type),
        options -> SurvivalMetrics.objectsAtMost(objects, type, options));
  }

  /**
   * Verifies that young collections make at most these bytes of a call old, like {@link
   * MaxPromotedBytes}.
   *
   * @param limit a size such as {@code "0 B"}
   */
  public CalledBodyAssert promotesAtMost(String limit) {
    return verifyLimit(
        operation("promotesAtMost", limit),
        options -> SurvivalMetrics.promotedAtMost(limit, options));
  }

  /**
   * Verifies that the object that a call returns can be collected afterwards, like {@link
   * MustBeCollected}: nothing but the caller may hold it.
   *
   * <p>The body must create or get the object itself: one that a variable of the test holds is
   * never collected.
   */
  public CalledBodyAssert releasesItsResult() {
    return verifyLimit("releasesItsResult()", SurvivalMetrics::collected);
  }

  private CalledBodyAssert verifyLimit(String operation, Function<Options, Metric> metric) {
    return verifyLimit(() -> actual.judge(operation, metric));
  }
}
