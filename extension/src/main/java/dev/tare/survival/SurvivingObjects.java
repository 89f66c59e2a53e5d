package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;

/** Metric of the objects that a call leaves behind. */
final class SurvivingObjects implements Metric<MaxSurvivors> {

  @Override
  public MeasurementPlan read(
      MaxSurvivors annotation, Subject.Site site, Configuration configuration) {
    Class<?> packageOf = annotation.packageOf();
    CountedClasses counted =
        new CountedClasses(annotation.type(), packageOf == Unset.class ? null : packageOf);
    Figure figure = new Figure("surviving-objects", "surviving objects" + counted.phrase(), true);
    return new SurvivorMeter(
            figure,
            counted,
            RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()),
            configuration.breakdown(),
            ClassTotal::objects,
            Count::new)
        .plan(Budget.atMost(figure, new Count(annotation.value())));
  }
}
