package dev.tare.assertj;

import dev.tare.MeasuredBody;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Mode;
import dev.tare.benchmark.Benchmarked;
import dev.tare.invocations.MaxInvocations;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import java.lang.annotation.Annotation;
import java.util.Map;
import org.apiguardian.api.API;
import org.assertj.core.util.CheckReturnValue;
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
        Operation.of("allocatesAtMost", limit), MaxAllocatedBytes.class, Map.of("value", limit));
  }

  /** Verifies that a call allocates no bytes. */
  public CalledBodyAssert allocatesNothing() {
    return verifyLimit("allocatesNothing()", MaxAllocatedBytes.class, Map.of("value", "0 B"));
  }

  /**
   * Verifies that the first call alone allocates at most these bytes, class loading included. The
   * body is called once.
   *
   * @param limit a size such as {@code "1 MiB"}
   */
  public CalledBodyAssert allocatesAtMostInFirstCall(String limit) {
    return verifyLimit(
        Operation.of("allocatesAtMostInFirstCall", limit),
        MaxAllocatedBytes.class,
        Map.of("value", limit, "mode", Mode.FIRST_CALL));
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
        Operation.of("makesAtMost", objects, type),
        MaxAllocations.class,
        Map.of("value", objects, "type", type));
  }

  /**
   * Verifies that a call takes at most this time, like {@link Benchmarked#max()}.
   *
   * @param limit a time such as {@code "2 ms"}
   */
  public CalledBodyAssert takesAtMost(String limit) {
    return verifyLimit(
        Operation.of("takesAtMost", limit), Benchmarked.class, Map.of("forks", 0, "max", limit));
  }

  /**
   * Verifies that the first call alone takes at most this time, like {@link
   * Benchmarked#maxFirst()}. The body is called once.
   *
   * @param limit a time such as {@code "2 s"}
   */
  public CalledBodyAssert takesAtMostInFirstCall(String limit) {
    return verifyLimit(
        Operation.of("takesAtMostInFirstCall", limit),
        Benchmarked.class,
        Map.of("forks", 0, "maxFirst", limit));
  }

  /**
   * Limits the ratio of the time of a call to that of a call of another body.
   *
   * @param ratio the limit: 1.10 allows 10 % more
   * @return the step that names the other body; without it, nothing is verified
   */
  @CheckReturnValue
  public TimeRatioStep takesAtMost(double ratio) {
    return new TimeRatioStep(this, ratio);
  }

  /**
   * Limits the calls of a method that one call of the body makes.
   *
   * @return the step that takes the limit; without it, nothing is verified
   */
  @CheckReturnValue
  public InvocationsStep calls(Class<?> type, String method) {
    return new InvocationsStep(this, type, method);
  }

  /** Verifies that calls leave no bytes behind, like {@code @NoSurvivors}. */
  public CalledBodyAssert leavesNothingBehind() {
    return verifyLimit("leavesNothingBehind()", MaxSurvivingBytes.class, Map.of("value", "0 B"));
  }

  /**
   * Verifies that calls leave at most these bytes behind, like {@link MaxSurvivingBytes}.
   *
   * @param limit a size such as {@code "1 KiB"}
   */
  public CalledBodyAssert leavesAtMost(String limit) {
    return verifyLimit(
        Operation.of("leavesAtMost", limit), MaxSurvivingBytes.class, Map.of("value", limit));
  }

  /**
   * Verifies that a call leaves at most this number of objects of a type and its subtypes behind,
   * like {@link MaxSurvivors}.
   */
  public CalledBodyAssert leavesAtMost(long objects, Class<?> type) {
    return verifyLimit(
        Operation.of("leavesAtMost", objects, type),
        MaxSurvivors.class,
        Map.of("value", objects, "type", type));
  }

  /**
   * Verifies that young collections make at most these bytes of a call old, like {@link
   * MaxPromotedBytes}.
   *
   * @param limit a size such as {@code "0 B"}
   */
  public CalledBodyAssert promotesAtMost(String limit) {
    return verifyLimit(
        Operation.of("promotesAtMost", limit), MaxPromotedBytes.class, Map.of("value", limit));
  }

  /**
   * Verifies that the object that a call returns can be collected afterwards, like {@link
   * MustBeCollected}: nothing but the caller may hold it.
   *
   * <p>The body must create or get the object itself: one that a variable of the test holds is
   * never collected.
   */
  public CalledBodyAssert releasesItsResult() {
    return verifyLimit("releasesItsResult()", MustBeCollected.class, Map.of());
  }

  /** Verifies a ratio of times, the second step of {@link #takesAtMost(double)}. */
  final CalledBodyAssert takesTimesAsLong(double ratio, MeasuredBody other) {
    return verifyLimit(
        () ->
            actual
                .withBaseline(other)
                .judge(
                    Operation.of("takesAtMost", ratio) + ".timesAsLongAs(…)",
                    Benchmarked.class,
                    Map.of("forks", 0, "maxRatio", ratio)));
  }

  /** Verifies a number of invocations, the second step of {@link #calls}. */
  final CalledBodyAssert callsAtMost(Class<?> type, String method, long invocations) {
    return verifyLimit(
        Operation.of(Operation.of("calls", type, method) + ".atMost", invocations),
        MaxInvocations.class,
        Map.of("type", type, "method", method, "value", invocations));
  }

  private CalledBodyAssert verifyLimit(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return verifyLimit(() -> actual.judge(operation, annotation, attributes));
  }
}
