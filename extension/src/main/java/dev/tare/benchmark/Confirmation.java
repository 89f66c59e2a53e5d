package dev.tare.benchmark;

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
 * Decides whether one more fresh JVM confirms that a limit is exceeded.
 *
 * @param exceeding the merged measurement that exceeded the limit
 */
record Confirmation(Observed exceeding, Budget budget) {

  // The value of one JVM alone would confirm every second false failure. Its interval exceeds the
  // limit only if the value is 12 % above it, since no other JVM averages out its compilation. So a
  // JVM also confirms if the mean that includes it exceeds the limit. Numbers:
  // docs/internals/measurements/noise.md, "Confirming forks".

  static final String SLOWED_DOWN =
      "the core was shared or slowed down, or the heap took new memory";

  /**
   * Returns the exceeding measurement if it is confirmed, otherwise a doubtful one.
   *
   * @param judged the measurements that were merged before, without the confirming one
   */
  Measurement confirmedBy(Measurement confirming, List<Measurement> judged) {
    if (!(confirming instanceof Observed second)) {
      return confirming;
    }
    if (!isAbove(second.value(), budget.limit())) {
      return doubtful("fresh JVMs disagree", second, "did not");
    }
    if (mayBeWithin(second, budget)) {
      return doubtful("not confirmed", second, "may not, since " + SLOWED_DOWN);
    }
    return isExceeded(List.of(second)) || isExceededWith(second, judged)
        ? exceeding.alsoCounted(
            List.of("confirmed in one more fresh JVM: " + second.value().rounded()))
        : doubtful(
            "not confirmed",
            second,
            "is inconclusive, %s; %s".formatted(roundedEnds(second), remedy()));
  }

  private String remedy() {
    String more = "use more of them with forks";
    return TimeFigures.isFirstCall(exceeding.figure())
        ? more
        : more + ", or allow more with measurementTime";
  }

  private static String roundedEnds(Observed second) {
    return second.lower().rounded() + " to " + second.upper().rounded();
  }

  /**
   * Returns whether the mean that includes the confirming JVM exceeds the limit. A JVM that was
   * slowed down is not included.
   */
  private boolean isExceededWith(Observed second, List<Measurement> judged) {
    return !second.sampling().isSlowedDown() && isExceeded(joined(second, judged));
  }

  private static List<Measurement> joined(Observed second, List<Measurement> judged) {
    List<Measurement> all = new ArrayList<>(judged);
    all.add(second);
    return all;
  }

  private boolean isExceeded(List<Measurement> runs) {
    return budget.judge(MergedForks.of(runs)).outcome() == Outcome.EXCEEDED;
  }

  private Measurement doubtful(String verdict, Observed second, String why) {
    return doubtful(
        exceeding,
        "%s: %s exceeded the limit, %s in one more %s"
            .formatted(verdict, exceeding.value().rounded(), second.value().rounded(), why));
  }

  static Measurement doubtful(Observed exceeding, String reason) {
    return new Doubtful(exceeding.figure(), reason, exceeding);
  }

  /**
   * Returns whether a measurement exceeds the limit, but possibly only because of a disturbance.
   */
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
