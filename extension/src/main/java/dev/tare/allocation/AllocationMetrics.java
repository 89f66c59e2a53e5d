package dev.tare.allocation;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.allocation.ExcludedCode;
import dev.tare.model.Budget;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/** The metrics of this package for code without annotations. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AllocationMetrics {

  private AllocationMetrics() {}

  /** Returns the metric of {@link MaxAllocatedBytes}. */
  public static Metric bytesAtMost(String limit, Options options) {
    return new AllocatedBytes(
        Budget.atMost(AllocatedBytes.FIGURE, DataSize.parse(limit)),
        options.schedule(),
        options.get("scope", Scope.TEST_THREAD),
        options.get("depth", Depth.APPLICATION),
        ExcludedCode.NONE,
        "");
  }

  /** Returns the metric of {@link MaxAllocations} for a type and its subtypes. */
  public static Metric objectsAtMost(long limit, Class<?> type, Options options) {
    return AllocatedObjects.of(
        new CountedClasses(type, null), new Count(limit), options.schedule(), "");
  }
}
