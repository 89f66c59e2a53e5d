package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Verdict;

/** Reasons for which a measurement decides nothing. */
public final class Reasons {

  private Reasons() {}

  /** Returns the reason of a measurement that has a figure which must not be judged. */
  public static String ofDoubt(Measurement measurement) {
    assertThat(measurement).isInstanceOf(Doubtful.class);
    return ((Doubtful) measurement).reason();
  }

  /** Returns the reason of an inconclusive verdict. */
  public static String ofInconclusive(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Inconclusive.class);
    return ((Verdict.Inconclusive) verdict).reason();
  }
}
