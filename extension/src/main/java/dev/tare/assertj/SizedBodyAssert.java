package dev.tare.assertj;

import dev.tare.SizedBody;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import java.util.Map;
import org.apiguardian.api.API;
import org.assertj.core.util.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/** Assertions on how the costs of a body grow with a size. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SizedBodyAssert extends AbstractMeasuredAssert<SizedBodyAssert, SizedBody> {

  SizedBodyAssert(@Nullable SizedBody actual) {
    super(actual, SizedBodyAssert.class);
  }

  /**
   * Limits how the time of a call grows.
   *
   * @return the step that takes the sizes; without it, nothing is verified
   */
  @CheckReturnValue
  public GrowthStep growsAtMost(GrowthOrder order) {
    return growsAtMost(order, Cost.TIME);
  }

  /**
   * Limits how a cost of a call grows.
   *
   * @return the step that takes the sizes; without it, nothing is verified
   */
  @CheckReturnValue
  public GrowthStep growsAtMost(GrowthOrder order, Cost cost) {
    return new GrowthStep(this, order, cost);
  }

  /** Verifies a growth, the second step of {@link #growsAtMost(GrowthOrder, Cost)}. */
  final SizedBodyAssert growsAtMost(GrowthOrder order, Cost cost, int... sizes) {
    String operation =
        Operation.of(Operation.of("growsAtMost", order, cost) + ".over", (Object) sizes);
    Map<String, Object> attributes =
        Map.of("sizes", sizes.clone(), "atMost", order, "of", new Cost[] {cost});
    return verifyLimit(() -> actual.judge(operation, Growth.class, attributes));
  }
}
