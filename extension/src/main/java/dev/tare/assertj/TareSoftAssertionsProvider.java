package dev.tare.assertj;

import dev.tare.MeasuredBody;
import dev.tare.SizedBody;
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

  /** Begins an assertion on the calls of a body: {@code Tare.calling(() -> …)}. */
  default CalledBodyAssert assertThatCalling(@Nullable MeasuredBody body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on the calls of a body that takes a size: {@code Tare.calling(n -> …)}. */
  default SizedBodyAssert assertThatCalling(@Nullable SizedBody body) {
    return TareAssertions.assertThatCalling(body).collectedBy(this);
  }

  /** Begins an assertion on a value and what it refers to. */
  default GraphAssert assertThatGraphOf(@Nullable Object value) {
    return TareAssertions.assertThatGraphOf(value).collectedBy(this);
  }
}
