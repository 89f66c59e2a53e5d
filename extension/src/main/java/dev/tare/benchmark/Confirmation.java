package dev.tare.benchmark;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.estimate.MergedForks;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether one more fresh JVM says too that a limit is exceeded.
 *
 * @param seen what exceeded it, of those asked for
 * @param budget the limit
 * @param procedure says how sure a failure must be
 */
record Confirmation(Observed seen, Budget budget, SamplingPlan procedure) {

  // Its figure alone would agree with every second error, and with any where it is mere noise. By
  // itself, with luck that no other JVM averages out, it must be 12 % above the limit: of methods
  // 1.13 times as slow as allowed, which five JVMs find in 99 of 100 cases, that would leave 54. So
  // it may also count as one of them.

  static final String SLOW = "the core was shared or slowed down, or the heap took new memory";

  /**
   * What exceeded the limit, or the doubt about it.
   *
   * @param again what confirms
   * @param judged what was merged before
   */
  Measurement by(Measurement again, List<Measurement> judged) {
    if (!(again instanceof Observed second)) {
      return again;
    }
    if (!isAbove(second.value(), budget.limit())) {
      return doubt("fresh JVMs disagree", second, "did not");
    }
    if (mayBeWithin(second, budget)) {
      return doubt("not confirmed", second, "may not, since " + SLOW);
    }
    return isExceeded(List.of(second)) || isExceededWith(second, judged)
        ? seen.alsoCounted(List.of("confirmed in one more fresh JVM: " + second.value().rounded()))
        : doubt("not confirmed", second, "does not tell, %s; %s".formatted(ends(second), remedy()));
  }

  private String remedy() {
    String more = "ask for more of them with forks";
    return TimeFigures.isFirstCall(seen.figure()) ? more : more + ", or allow more with maxTime";
  }

  private static String ends(Observed second) {
    return second.lower().rounded() + " to " + second.upper().rounded();
  }

  /** One that was slowed down would be left out of their mean. */
  private boolean isExceededWith(Observed second, List<Measurement> judged) {
    return !second.sampling().isSlowedDown() && isExceeded(with(second, judged));
  }

  private static List<Measurement> with(Observed second, List<Measurement> judged) {
    List<Measurement> all = new ArrayList<>(judged);
    all.add(second);
    return all;
  }

  private boolean isExceeded(List<Measurement> runs) {
    return budget.judge(MergedForks.of(runs, procedure)).outcome() == Outcome.EXCEEDED;
  }

  private Measurement doubt(String verdict, Observed second, String why) {
    return doubt(
        seen,
        "%s: %s exceeded the limit, %s in one more %s"
            .formatted(verdict, seen.value().rounded(), second.value().rounded(), why));
  }

  static Measurement doubt(Observed seen, String reason) {
    return new Doubtful(seen.figure(), reason, seen);
  }

  /** Whether it is above the limit, and may be only because something slowed it down. */
  static boolean mayBeWithin(Measurement measurement, Budget budget) {
    return measurement instanceof Observed observed
        && observed.sampling().isSlowedDown()
        && isAbove(observed.value(), budget.limit())
        && !isAbove(observed.sampling().undisturbed(), budget.limit());
  }

  private static boolean isAbove(@Nullable Quantity quantity, @Nullable Quantity limit) {
    return quantity != null && limit != null && quantity.compare(limit) > 0;
  }
}
