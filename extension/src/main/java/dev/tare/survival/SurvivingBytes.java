package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.model.Figure;
import dev.tare.unit.DataSize;

/** Metric of the bytes that a call leaves behind. */
final class SurvivingBytes implements Metric<MaxSurvivingBytes> {

  @Override
  public MeasurementPlan read(
      MaxSurvivingBytes annotation, Subject.Site site, Configuration configuration) {
    Class<?> packageOf = annotation.packageOf();
    CountedClasses counted =
        new CountedClasses(annotation.type(), packageOf == Unset.class ? null : packageOf);
    Figure figure = new Figure("surviving-bytes", "surviving bytes" + counted.phrase(), true);
    return new SurvivorMeter(
            figure,
            counted,
            RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()),
            configuration.breakdown(),
            ClassTotal::bytes,
            DataSize::new)
        .plan(configuration.bytesAtMost(figure, annotation.value()));
  }
}
