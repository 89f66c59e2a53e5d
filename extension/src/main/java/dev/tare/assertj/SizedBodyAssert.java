package dev.tare.assertj;

import dev.tare.SizedBody;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthMetrics;
import dev.tare.growth.GrowthOrder;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Assertions on how the costs of a body grow with a size. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SizedBodyAssert extends AbstractMeasuredAssert<SizedBodyAssert, SizedBody> {

  SizedBodyAssert(@Nullable SizedBody actual) {
    super(actual, SizedBodyAssert.class);
  }

  /**
   * Verifies that the time of a call grows at most by the order, like {@link Growth}.
   *
   * @param sizes positive and increasing: at least three, the last at least eight times the first
   */
  public SizedBodyAssert growsAtMost(GrowthOrder order, int... sizes) {
    return growsAtMost(order, Cost.TIME, sizes);
  }

  /**
   * Verifies that a cost of a call grows at most by the order, like {@link Growth}.
   *
   * @param sizes positive and increasing: at least three, the last at least eight times the first
   */
  public SizedBodyAssert growsAtMost(GrowthOrder order, Cost cost, int... sizes) {
    String operation = operation("growsAtMost", order, cost, sizes);
    int[] copied = sizes.clone();
    return verifyLimit(
        () ->
            actual.judge(operation, options -> GrowthMetrics.atMost(order, cost, copied, options)));
  }
}
