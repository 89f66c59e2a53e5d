package dev.tare.broken.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;

/** A metric with a field. */
final class RemembersTheLimit implements Metric<Deprecated> {

  private String limit = "";

  @Override
  public MeasurementPlan read(
      Deprecated annotation, Subject.Site site, Configuration configuration) {
    if (limit.isEmpty()) {
      limit = annotation.toString();
    }
    return MeasurementPlan.notApplicable();
  }
}
