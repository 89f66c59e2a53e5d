package dev.tare.internal.timing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class SamplingPlanTests {

  public static SamplingPlan of(String statistic) {
    return new SamplingPlan(Statistic.parse(statistic), null, 0.99, 1, 1, true);
  }

  private static SamplingPlan confident(double confidence) {
    return new SamplingPlan(Statistic.ROBUST, null, confidence, 1, 1, true);
  }

  @Test
  void errorsAreSharedAmongTheCheckpoints() {
    assertThat(SamplingPlan.STANDARD.failureError()).isCloseTo(0.01 / 6, within(1e-12));
    assertThat(SamplingPlan.STANDARD.passError()).isCloseTo(0.05 / 6, within(1e-12));
    assertThat(confident(0.999).failureError()).isCloseTo(0.001 / 6, within(1e-12));
    assertThat(confident(0.999).passError()).isCloseTo(0.005 / 6, within(1e-12));
    assertThat(confident(0.8).passError()).isCloseTo(0.25 / 6, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.79, 1, 99, -0.5, Double.NaN, Double.POSITIVE_INFINITY})
  void confidenceOutOfRangeIsRefused(double confidence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> confident(confidence))
        .withMessage(
            "confidence = %s: use 0.8 or more and less than 1, for example confidence = 0.99",
            confidence);
  }

  @Test
  void numbersBelowOneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SamplingPlan(Statistic.ROBUST, null, 0.99, 0, 1, true))
        .withMessageStartingWith("operations = 0: ")
        .withMessageEndingWith("for example operations = 100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SamplingPlan(Statistic.ROBUST, null, 0.99, 1, -2, true))
        .withMessageStartingWith("threads = -2: ")
        .withMessageEndingWith("for example threads = 4");
  }
}
