package dev.tare.growth;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import java.util.Arrays;
import java.util.List;
import org.apiguardian.api.API;

/** The metric of this package for code without annotations. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class GrowthMetrics {

  private GrowthMetrics() {}

  /** Returns the metric of {@link Growth} for one cost. */
  public static Metric atMost(GrowthOrder order, Cost cost, int[] sizes, Options options) {
    return GrowthOfCosts.of(
        new GrowthOptions(Arrays.stream(sizes).boxed().toList(), order, List.of(cost)),
        options.site(),
        options.configuration());
  }
}
