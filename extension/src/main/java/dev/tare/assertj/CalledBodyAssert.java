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
   * Verifies that the ratio of the time of a call to that of a call of another body is at most the
   * limit, like {@link Benchmarked#baseline()}: {@code takesAtMost(1.1, asLongAs(() ->
   * parse(old)))}. Both bodies are called in turn and must return equal values.
   *
   * @param ratio the limit: 1.10 allows 10 % more
   * @param other the other body, from {@link TareAssertions#asLongAs(Runnable) asLongAs}
   */
  public CalledBodyAssert takesAtMost(double ratio, MeasuredBody other) {
    String operation = Operation.of("takesAtMost", ratio, other).replace("…", "asLongAs(…)");
    return verifyLimit(
        () ->
            actual
                .withBaseline(other)
                .judge(operation, Benchmarked.class, Map.of("forks", 0, "maxRatio", ratio)));
  }

  /**
   * Verifies that a call of the body calls a method at most this number of times, like {@link
   * MaxInvocations}.
   */
  public CalledBodyAssert callsAtMost(long invocations, Class<?> type, String method) {
    return verifyLimit(
        Operation.of("callsAtMost", invocations, type, method),
        MaxInvocations.class,
        Map.of("type", type, "method", method, "value", invocations));
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

  private CalledBodyAssert verifyLimit(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return verifyLimit(() -> actual.judge(operation, annotation, attributes));
  }
}
