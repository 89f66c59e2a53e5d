package dev.tare.survival;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.extension.Unset;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.model.Budget;
import dev.tare.survival.Survivors.RoundPlan;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/** The metrics of this package for code without annotations. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SurvivalMetrics {

  private SurvivalMetrics() {}

  /** Returns the metric of {@link MaxSurvivingBytes}. */
  public static Metric bytesAtMost(String limit, Options options) {
    CountedClasses all = new CountedClasses(Object.class, null);
    return Survivors.ofBytes(
        Budget.atMost(Survivors.bytes(all), DataSize.parse(limit)), all, plan(options));
  }

  /** Returns the metric of {@link MaxSurvivors} for a type and its subtypes. */
  public static Metric objectsAtMost(long limit, Class<?> type, Options options) {
    return Survivors.ofObjects(limit, new CountedClasses(type, null), plan(options));
  }

  /** Returns the metric of {@link MaxPromotedBytes}. */
  public static Metric promotedAtMost(String limit, Options options) {
    return PromotedBytes.of(
        Budget.atMost(PromotedBytes.FIGURE, DataSize.parse(limit)),
        options.get("calls", Unset.NUMBER));
  }

  /** Returns the metric of {@link MustBeCollected} for the object that a body returns. */
  public static Metric collected(Options options) {
    return UncollectedObjects.of("0 ms", options.site());
  }

  private static RoundPlan plan(Options options) {
    return RoundPlan.of(
        options.get("calls", RoundPlan.CALLS),
        options.get("rounds", RoundPlan.ROUNDS),
        options.get("warmups", Unset.NUMBER));
  }
}
