package dev.tare.assertj;

import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import org.apiguardian.api.API;

/** The first step of a limit of growth; the second one takes the sizes. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class GrowthStep {

  private final SizedBodyAssert assertion;
  private final GrowthOrder order;
  private final Cost cost;
  private final Runnable endStep;

  GrowthStep(SizedBodyAssert assertion, GrowthOrder order, Cost cost) {
    this.assertion = assertion;
    this.order = order;
    this.cost = cost;
    endStep = assertion.firstStep(Operation.of("growsAtMost", order, cost), ".over(…)");
  }

  /**
   * Verifies that the cost grows at most by the order, like {@link Growth}.
   *
   * @param sizes positive and increasing: at least three, the last at least eight times the first
   */
  public SizedBodyAssert over(int... sizes) {
    endStep.run();
    return assertion.growsAtMost(order, cost, sizes);
  }
}
