package dev.tare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict;

/** Reasons for which a measurement decides nothing. */
public final class Reasons {

  private Reasons() {}

  /** Returns whether nothing is known of a figure. */
  public static boolean isUnknown(Measurement measurement) {
    return measurement instanceof Observed observed && observed.isUnknown();
  }

  /** Returns whether a figure was measured, and its readings show its interval. */
  public static boolean hasNoDoubt(Measurement measurement) {
    return measurement instanceof Observed observed && observed.doubt() == null;
  }

  /** Returns why the interval of a measurement is wider than its readings show. */
  public static String ofDoubt(Measurement measurement) {
    assertThat(measurement).isInstanceOf(Observed.class);
    return requireNonNull(((Observed) measurement).doubt());
  }

  /** Returns the reason of an inconclusive verdict. */
  public static String ofInconclusive(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Inconclusive.class);
    return ((Verdict.Inconclusive) verdict).reason();
  }
}
