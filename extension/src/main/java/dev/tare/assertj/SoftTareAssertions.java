package dev.tare.assertj;

import dev.tare.internal.plain.PlainRequest;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.SoftAssertionsProvider;

/** AssertJ's soft assertions with those of {@link TareAssertions}. */
@SuppressWarnings("exports") // modules that use these require AssertJ themselves
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class SoftTareAssertions extends SoftAssertions implements TareSoftAssertionsProvider {

  /** Creates soft assertions without a failure; call {@link #assertAll()} at the end. */
  public SoftTareAssertions() {}

  /** Runs soft assertions and fails with all of their failures. */
  public static void assertTareSoftly(Consumer<SoftTareAssertions> assertions) {
    SoftAssertionsProvider.assertSoftly(
        SoftTareAssertions.class, PlainRequest.required("assertTareSoftly(null)", assertions));
  }
}
