package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * Finds the allocating lines by calling the body with woven classes.
 *
 * <p>Weaving discards the linkage of lambdas and concatenations. The first call links them again,
 * so it is not recorded.
 */
public final class AllocationSites {

  private final AllocationCounter counter;
  private final List<Object> testInstances;
  private final ClassOrigin reach;

  /**
   * @param counter the counter whose figure the rows add up to
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   * @param reach the farthest origin of classes that are woven
   */
  public AllocationSites(AllocationCounter counter, List<Object> testInstances, ClassOrigin reach) {
    this.counter = counter;
    this.testInstances = testInstances;
    this.reach = reach;
  }

  /**
   * Returns the figure with the breakdown of one of a few more calls, or with the reason why there
   * is none.
   */
  public Observed explain(Observed observed, TestBody body) {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return unexplained(observed, denial.text());
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      return observed.withBreakdown(
          breakdown(permit.instrumentation(), body, (long) observed.value().amount()));
    } catch (Throwable thrown) {
      // the verdict does not need the breakdown, so a failure of these calls does not change it
      return unexplained(observed, "the call that should explain it threw " + thrown);
    }
  }

  /** Returns the figure with the reason why it has no breakdown. */
  public static Observed unexplained(Observed observed, String reason) {
    return observed.alsoDistorted(Remark.of("no-breakdown", "no breakdown: {reason}", reason));
  }

  @SuppressWarnings("try") // the hold lasts until it is closed
  private Breakdown breakdown(Instrumentation instrumentation, TestBody body, long judged)
      throws Throwable {
    try (OptimizerHold optimizer = OptimizerHold.open();
        WovenCalls calls =
            new WovenCalls(instrumentation, counter, testInstances, reach, Long.BYTES)) {
      body.run();
      calls.prepareRecording();
      return calls.breakdown(body, judged);
    }
  }
}
