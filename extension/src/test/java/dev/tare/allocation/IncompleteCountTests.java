package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
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
    Verdict verdict = judged(999);

    assertThat(verdict.outcome()).isEqualTo(Outcome.EXCEEDED);
    Report report = new Report(new Report.TestId("CacheTests", "lookup", ""), List.of(verdict));
    assertThat(FailureMessage.whole(report))
        .contains("it is at least that", AllocatedBytes.OTHERS_ALLOCATE);
  }
}
