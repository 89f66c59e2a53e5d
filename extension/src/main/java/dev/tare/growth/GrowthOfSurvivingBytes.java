package dev.tare.growth;

import dev.tare.body.TestBody;
import dev.tare.extension.Subject;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.internal.survival.SurvivingRounds;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the bytes that a call leaves behind at each size.
 *
 * @param sizes sizes, increasing
 * @param warmups the number of calls of each size before its first round
 */
record GrowthOfSurvivingBytes(List<Integer> sizes, int warmups) {

  private static final int CALLS_PER_ROUND = 10;

  private static final int ROUNDS = 5;

  /** Minimum share of a round's surviving bytes that are certainly the body's. */
  private static final double MIN_CERTAIN_SHARE = 0.9;

  Measurement measure(Subject subject, List<TestBody> bodies, Budget budget) throws Throwable {
    if (subject.concurrent()) {
      for (TestBody body : bodies) {
        // the body runs nevertheless, because its own failure takes precedence
        body.run();
      }
      return new Doubtful(budget.figure(), SurvivingRounds.OTHER_TESTS, null);
    }
    List<Double> bytes = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    try {
      for (TestBody body : bodies) {
        Optional<SurvivingGrowth> growth =
            new SurvivingRounds(body, CALLS_PER_ROUND, ROUNDS, type -> true).measure(warmups);
        if (growth.isEmpty()) {
          return new Missing(budget.figure(), Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
        }
        bytes.add(Math.ceil((double) growth.get().total().bytes() / CALLS_PER_ROUND));
        if (growth.get().certainTotal().bytes()
            < MIN_CERTAIN_SHARE * growth.get().mostTotal().bytes()) {
          doubts.add(growth.get().doubt());
        }
      }
    } catch (UnweighableException e) {
      return new Missing(budget.figure(), e.reason(), e.remedy());
    }
    if (!doubts.isEmpty()) {
      return new Doubtful(budget.figure(), doubts.get(0), null);
    }
    return new GrowthPoints(sizes, bytes)
        .ofBytes(
            budget,
            List.of(
                "least growth of the live objects in rounds of %s calls of each size after %s"
                    .formatted(CALLS_PER_ROUND, warmups),
                "objects of all threads",
                JvmLayout.phrase()));
  }
}
