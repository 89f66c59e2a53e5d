package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.model.Budget;
import dev.tare.unit.Count;

/** Metric of the objects that a call leaves behind. */
final class SurvivingObjects implements Metric<MaxSurvivors> {

  @Override
  public MeasurementPlan read(
      MaxSurvivors annotation, Subject.Site site, Configuration configuration) {
    SurvivorMeter meter =
        SurvivorMeter.of(
            "surviving-objects",
            annotation.type(),
            annotation.packageOf(),
            RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()),
            configuration,
            ClassTotal::objects,
            Count::new);
    return meter.plan(Budget.atMost(meter.figure(), new Count(annotation.value())));
  }
}
