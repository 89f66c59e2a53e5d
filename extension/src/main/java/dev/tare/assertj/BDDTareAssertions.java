package dev.tare.assertj;

import dev.tare.Body;
import dev.tare.MeasuredBody;
import dev.tare.MeasuredGraph;
import dev.tare.SizedBody;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.apiguardian.api.API;
import org.assertj.core.util.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/** The assertions of {@link TareAssertions}, named for tests in given-when-then style. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@CheckReturnValue
public final class BDDTareAssertions {

  private BDDTareAssertions() {}

  /** Begins an assertion on the calls of a body that returns nothing. */
  public static CalledBodyAssert thenCalling(@Nullable Runnable body) {
    return TareAssertions.assertThatCalling(body);
  }

  /**
   * Begins an assertion on the calls of a body that returns nothing and may throw checked
   * exceptions.
   */
  public static CalledBodyAssert thenCalling(Body.@Nullable OfVoid body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body that returns an object. */
  public static CalledBodyAssert thenCalling(@Nullable Callable<?> body) {
    return TareAssertions.assertThatCalling(body);
  }

  /**
   * Begins an assertion on the calls of a body that returns an {@code int} or a shorter primitive.
   */
  public static CalledBodyAssert thenCalling(Body.@Nullable OfInt body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body that returns a {@code long}. */
  public static CalledBodyAssert thenCalling(Body.@Nullable OfLong body) {
    return TareAssertions.assertThatCalling(body);
  }

  /**
   * Begins an assertion on the calls of a body that returns a {@code double} or a {@code float}.
   */
  public static CalledBodyAssert thenCalling(Body.@Nullable OfDouble body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body that returns a {@code boolean}. */
  public static CalledBodyAssert thenCalling(Body.@Nullable OfBoolean body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body that takes a size. */
  public static SizedBodyAssert thenCalling(@Nullable IntFunction<?> body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body with options. */
  public static CalledBodyAssert thenCalling(@Nullable MeasuredBody body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on the calls of a body that takes a size, with options. */
  public static SizedBodyAssert thenCalling(@Nullable SizedBody body) {
    return TareAssertions.assertThatCalling(body);
  }

  /** Begins an assertion on a value and what it refers to. */
  public static GraphAssert thenGraphOf(@Nullable Object value) {
    return TareAssertions.assertThatGraphOf(value);
  }

  /** Begins an assertion on a value and what it refers to, with options. */
  public static GraphAssert thenGraphOf(@Nullable MeasuredGraph value) {
    return TareAssertions.assertThatGraphOf(value);
  }
}
