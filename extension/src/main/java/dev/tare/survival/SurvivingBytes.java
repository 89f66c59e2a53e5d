package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.unit.DataSize;

/** Metric of the bytes that a call leaves behind. */
final class SurvivingBytes implements Metric<MaxSurvivingBytes> {

  @Override
  public MeasurementPlan read(
      MaxSurvivingBytes annotation, Subject.Site site, Configuration configuration) {
    SurvivorMeter meter =
        SurvivorMeter.of(
            "surviving-bytes",
            annotation.type(),
            annotation.packageOf(),
            RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()),
            configuration,
            ClassTotal::bytes,
            DataSize::new);
    return meter.plan(configuration.bytesAtMost(meter.figure(), annotation.value()));
  }
}
