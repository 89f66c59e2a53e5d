package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verdicts on incomplete counts, which may miss bytes. */
@WeavesOrWalks
class IncompleteCountTests {

  private static Verdict judged(long limit) {
    DataSize bytes = new DataSize(1_000);
    Sampling sampling = new Sampling("minimum", 1, 0, bytes, bytes, null);
    Observed observed = Observed.exact(AllocatedBytes.FIGURE, bytes, sampling, List.of());
    Budget budget = Budget.atMost(AllocatedBytes.FIGURE, new DataSize(limit));
    Measurement measurement = observed.atLeast(AllocatedBytes.OTHERS_ALLOCATE);
    return budget.judge(measurement);
  }

  @Test
  void incompleteCountNeverPasses() {
    assertThat(judged(1_000).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judged(1_000_000).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void incompleteCountAboveTheLimitFails() {
    assertThat(judged(999))
        .isInstanceOfSatisfying(
            Verdict.Exceeded.class,
            exceeded -> assertThat(exceeded.measurement().isAtLeast()).isTrue());
  }
}
