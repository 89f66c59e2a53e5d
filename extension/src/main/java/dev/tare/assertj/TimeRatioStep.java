package dev.tare.assertj;

import dev.tare.Body;
import dev.tare.MeasuredBody;
import dev.tare.Tare;
import dev.tare.benchmark.Benchmarked;
import java.util.concurrent.Callable;
import org.apiguardian.api.API;

/** The first step of a limit of a ratio of times; the second one takes the other body. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TimeRatioStep {

  private final CalledBodyAssert assertion;
  private final double ratio;
  private final Runnable endStep;

  TimeRatioStep(CalledBodyAssert assertion, double ratio) {
    this.assertion = assertion;
    this.ratio = ratio;
    endStep = assertion.firstStep(Operation.of("takesAtMost", ratio), ".timesAsLongAs(…)");
  }

  /**
   * Verifies the ratio to the time of a body that returns nothing, as {@link
   * #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Runnable other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns nothing and may throw checked exceptions,
   * as {@link #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Body.OfVoid other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns an object, as {@link
   * #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Callable<?> other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns an {@code int} or a shorter primitive, as
   * {@link #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Body.OfInt other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns a {@code long}, as {@link
   * #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Body.OfLong other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns a {@code double} or a {@code float}, as
   * {@link #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Body.OfDouble other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies the ratio to the time of a body that returns a {@code boolean}, as {@link
   * #timesAsLongAs(MeasuredBody)} does.
   */
  public CalledBodyAssert timesAsLongAs(Body.OfBoolean other) {
    return timesAsLongAs(Tare.calling(secondStep(other)));
  }

  /**
   * Verifies that the ratio of both times is at most the limit, like {@link
   * Benchmarked#baseline()}. Both bodies are called in turn and must return equal values.
   */
  public CalledBodyAssert timesAsLongAs(MeasuredBody other) {
    return assertion.takesTimesAsLong(ratio, secondStep(other));
  }

  /** Records the second step and returns the other body, which must not be null. */
  private <T> T secondStep(T other) {
    endStep.run();
    Operation.of(Operation.of("takesAtMost", ratio) + ".timesAsLongAs", other);
    return other;
  }
}
