package dev.tare.internal.timing.call;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

public class SamplingPlanTests {

  public static SamplingPlan of(String statistic) {
    return new SamplingPlan(Statistic.parse(statistic), 1, 1, true);
  }

  @Test
  void numbersBelowOneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SamplingPlan(Statistic.ROBUST, 0, 1, true))
        .withMessageStartingWith("operations = 0: ")
        .withMessageEndingWith("for example operations = 100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SamplingPlan(Statistic.ROBUST, 1, -2, true))
        .withMessageStartingWith("threads = -2: ")
        .withMessageEndingWith("for example threads = 4");
  }
}
