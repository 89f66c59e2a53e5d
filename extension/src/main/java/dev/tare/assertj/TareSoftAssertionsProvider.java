package dev.tare.assertj;

import dev.tare.Body;
import dev.tare.MeasuredBody;
import dev.tare.MeasuredGraph;
import dev.tare.SizedBody;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.apiguardian.api.API;
import org.assertj.core.api.SoftAssertionsProvider;
import org.assertj.core.util.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/**
 * Methods of {@link TareAssertions} as soft assertions, for a class of your own. {@link
 * SoftTareAssertions} has AssertJ's soft assertions too.
 *
 * <p>An inconclusive verdict aborts the test at once; after a failure, it is one of the failures.
 * Assertions that are inherited from AssertJ, such as {@code isSameAs}, are not soft: they fail at
 * once.
 */
@SuppressWarnings("exports") // modules that use these require AssertJ themselves
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@CheckReturnValue
public interface TareSoftAssertionsProvider extends SoftAssertionsProvider {

  /** Begins an assertion on the calls of a body that returns nothing. */
  default CalledBodyAssert assertThatCalling(@Nullable Runnable body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /**
   * Begins an assertion on the calls of a body that returns nothing and may throw checked
   * exceptions.
   */
  default CalledBodyAssert assertThatCalling(Body.@Nullable OfVoid body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that returns an object. */
  default CalledBodyAssert assertThatCalling(@Nullable Callable<?> body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /**
   * Begins an assertion on the calls of a body that returns an {@code int} or a shorter primitive.
   */
  default CalledBodyAssert assertThatCalling(Body.@Nullable OfInt body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that returns a {@code long}. */
  default CalledBodyAssert assertThatCalling(Body.@Nullable OfLong body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /**
   * Begins an assertion on the calls of a body that returns a {@code double} or a {@code float}.
   */
  default CalledBodyAssert assertThatCalling(Body.@Nullable OfDouble body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that returns a {@code boolean}. */
  default CalledBodyAssert assertThatCalling(Body.@Nullable OfBoolean body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that takes a size. */
  default SizedBodyAssert assertThatCalling(@Nullable IntFunction<?> body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body with options. */
  default CalledBodyAssert assertThatCalling(@Nullable MeasuredBody body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that takes a size, with options. */
  default SizedBodyAssert assertThatCalling(@Nullable SizedBody body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on a value and what it refers to. */
  default GraphAssert assertThatGraphOf(@Nullable Object value) {
    return TareAssertions.assertThatGraphOf(value).collectedBy(this);
  }

  /** Begins an assertion on a value and what it refers to, with options. */
  default GraphAssert assertThatGraphOf(@Nullable MeasuredGraph value) {
    return TareAssertions.assertThatGraphOf(value).collectedBy(this);
  }
}
