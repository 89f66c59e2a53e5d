package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import java.util.List;
import java.util.function.Function;

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

  /** What is done with woven classes. */
  private interface WovenWork {
    Observed result(WovenCalls calls) throws Throwable;
  }

  /**
   * Returns the figure with the breakdown of one of a few more calls, or with the reason why there
   * is none.
   */
  public Observed explain(Observed observed, TestBody body) {
    // the verdict does not need the breakdown, so a failure of these calls does not change it
    return woven(
        body,
        ExcludedCode.NONE,
        calls -> observed.withBreakdown(calls.breakdown(body, (long) observed.value().amount())),
        reason -> unexplained(observed, reason));
  }

  /** Returns the figure with the reason why it has no breakdown. */
  public static Observed unexplained(Observed observed, String reason) {
    return observed.alsoDistorted(Remark.of("no-breakdown", "no breakdown: {reason}", reason));
  }

  /**
   * Returns the figure without the bytes of excluded code, which a few more calls show, and with
   * the breakdown of one of them.
   */
  public Observed without(ExcludedCode excluded, Observed total, TestBody body) {
    CountedBytes counted = new CountedBytes(excluded, total);
    return woven(
        body, excluded, calls -> counted.of(calls, body, new SiteRows(reach)), counted::unknown);
  }

  @SuppressWarnings("try") // the hold lasts until it is closed
  private Observed woven(
      TestBody body, ExcludedCode excluded, WovenWork work, Function<String, Observed> otherwise) {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return otherwise.apply(denial.text());
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn;
        OptimizerHold optimizer = OptimizerHold.open();
        WovenCalls calls =
            new WovenCalls(
                permit.instrumentation(), counter, testInstances, reach, Long.BYTES, excluded)) {
      body.run();
      calls.prepareRecording();
      return work.result(calls);
    } catch (Throwable thrown) {
      return otherwise.apply("the call that should explain it threw " + thrown);
    }
  }
}
