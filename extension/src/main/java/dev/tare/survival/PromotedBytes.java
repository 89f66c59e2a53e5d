package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.model.Figure;
import java.util.List;

/** Metric of the bytes of objects that a call makes old. */
final class PromotedBytes implements Metric<MaxPromotedBytes> {

  static final Figure FIGURE = new Figure("promoted-bytes", "promoted bytes", true);

  private static final int ORDER = 530;
  private static final int DEFAULT_CALLS = 10;

  @Override
  public MeasurementPlan read(
      MaxPromotedBytes annotation, Subject.Site site, Configuration configuration) {
    boolean isExplicit = annotation.calls() != Unset.NUMBER;
    int calls = isExplicit ? annotation.calls() : DEFAULT_CALLS;
    if (calls < 1) {
      throw new IllegalArgumentException(
          "calls = %s: at least one call is needed before a collection, for example calls = 10"
              .formatted(calls));
    }
    return MeasurementPlan.of(
            List.of(configuration.bytesAtMost(FIGURE, annotation.value())),
            Schedule.ONCE,
            new PromotionMeter(calls, isExplicit))
        .withOrder(ORDER)
        .with(Trait.NEEDS_MANY_CALLS);
  }
}
