package dev.tare.assertj;

import dev.tare.Body;
import dev.tare.MeasuredBody;
import dev.tare.MeasuredGraph;
import dev.tare.SizedBody;
import dev.tare.Tare;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.apiguardian.api.API;
import org.assertj.core.api.InstanceOfAssertFactory;
import org.assertj.core.util.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/**
 * AssertJ assertions with the figures, verdicts and messages of the annotations.
 *
 * <pre>{@code
 * assertThatCalling(() -> cache.get("k")).allocatesNothing();
 * assertThatGraphOf(cache).retainsAtMost("2 KiB");
 * }</pre>
 *
 * <p>In a running test, verdicts appear in the verdicts file and the closing table, and the keys
 * {@code tare.*} of the suite decide whether an unmeasured or inconclusive verdict fails or aborts
 * the test. Which interface a lambda becomes is described at {@link Tare}.
 *
 * @see "Guide: docs/guide/assertj.md"
 */
@SuppressWarnings("exports") // modules that use these require AssertJ themselves
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@CheckReturnValue
public final class TareAssertions {

  /** Turns an assertion on an object into one on its graph: {@code asInstanceOf(GRAPH)}. */
  public static final InstanceOfAssertFactory<Object, GraphAssert> GRAPH =
      new InstanceOfAssertFactory<>(Object.class, GraphAssert::new);

  private TareAssertions() {}

  /** Begins an assertion on the calls of a body that returns nothing. */
  public static CalledBodyAssert assertThatCalling(@Nullable Runnable body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /**
   * Begins an assertion on the calls of a body that returns nothing and may throw checked
   * exceptions.
   */
  public static CalledBodyAssert assertThatCalling(Body.@Nullable OfVoid body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /** Begins an assertion on the calls of a body that returns an object. */
  public static CalledBodyAssert assertThatCalling(@Nullable Callable<?> body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /**
   * Begins an assertion on the calls of a body that returns an {@code int} or a shorter primitive.
   */
  public static CalledBodyAssert assertThatCalling(Body.@Nullable OfInt body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /** Begins an assertion on the calls of a body that returns a {@code long}. */
  public static CalledBodyAssert assertThatCalling(Body.@Nullable OfLong body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /**
   * Begins an assertion on the calls of a body that returns a {@code double} or a {@code float}.
   */
  public static CalledBodyAssert assertThatCalling(Body.@Nullable OfDouble body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /** Begins an assertion on the calls of a body that returns a {@code boolean}. */
  public static CalledBodyAssert assertThatCalling(Body.@Nullable OfBoolean body) {
    return new CalledBodyAssert(body == null ? null : Tare.calling(body));
  }

  /** Begins an assertion on the calls of a body that takes a size. */
  public static SizedBodyAssert assertThatCalling(@Nullable IntFunction<?> body) {
    return new SizedBodyAssert(body == null ? null : Tare.calling(body));
  }

  /** Begins an assertion on the calls of a body with options. */
  public static CalledBodyAssert assertThatCalling(@Nullable MeasuredBody body) {
    return new CalledBodyAssert(body);
  }

  /** Begins an assertion on the calls of a body that takes a size, with options. */
  public static SizedBodyAssert assertThatCalling(@Nullable SizedBody body) {
    return new SizedBodyAssert(body);
  }

  /**
   * Begins an assertion on a value and what it refers to.
   *
   * @param value the value, or a {@link MeasuredGraph} of it with options
   */
  public static GraphAssert assertThatGraphOf(@Nullable Object value) {
    return new GraphAssert(value);
  }
}
