package dev.tare.internal.timing.sample;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.unit.Elapsed;
import org.junit.jupiter.api.Test;

public class SamplingPlanTests {

  private static final Elapsed TIME = Elapsed.parse("2.5 s");

  /** The plan of a benchmark without attributes. */
  public static final SamplingPlan STANDARD = of("robust");

  /** Returns the plan of a benchmark with one attribute. */
  public static SamplingPlan of(String statistic) {
    return of(Statistic.parse(statistic), 1, 1, true);
  }

  /** Returns the plan of a benchmark with the default times. */
  public static SamplingPlan of(
      Statistic statistic, int operations, int threads, boolean equalResults) {
    return new SamplingPlan(statistic, operations, threads, equalResults, TIME, TIME);
  }

  @Test
  void numbersBelowOneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Statistic.ROBUST, 0, 1, true))
        .withMessageStartingWith("operations = 0: ")
        .withMessageEndingWith("for example operations = 100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Statistic.ROBUST, 1, -2, true))
        .withMessageStartingWith("threads = -2: ")
        .withMessageEndingWith("for example threads = 4");
  }
}
