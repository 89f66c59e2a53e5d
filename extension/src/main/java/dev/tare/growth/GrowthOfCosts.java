package dev.tare.growth;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.profile.JfrSampling;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Elapsed;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Metric of how fast the costs of a call grow. */
final class GrowthOfCosts implements Metric<Growth> {

  static Figure figure(Cost cost) {
    return switch (cost) {
      case TIME -> new Figure("growth-of-time", "growth of time", false);
      case ALLOCATED -> new Figure("growth-of-allocated-bytes", "growth of allocated bytes", true);
      case RETAINED -> new Figure("growth-of-retained-size", "growth of retained size", false);
      case SURVIVING -> new Figure("growth-of-surviving-bytes", "growth of surviving bytes", true);
    };
  }

  @Override
  public MeasurementPlan read(Growth annotation, Subject.Site site, Configuration configuration) {
    int parameter = new SizedMethodRules(annotation, site).check();
    TimeCaps caps =
        new TimeCaps(
            cap("warmupTime", annotation.warmupTime()).orElseGet(configuration::warmupTime),
            cap("measurementTime", annotation.measurementTime())
                .orElseGet(configuration::measurementTime));
    List<Integer> sizes = Arrays.stream(annotation.sizes()).boxed().toList();
    List<Cost> costs = List.of(annotation.of());
    Meter meter =
        Meter.lazily(
            () ->
                new GrowthMeter(
                    costs,
                    parameter,
                    sizes,
                    JvmCounters.ofThisJvm(),
                    caps,
                    ManagementFactory.getRuntimeMXBean().getInputArguments(),
                    new LargestLines(
                        new JfrSampling(site.testClass(), JvmCounters.ofThisJvm()::isCompiling))));
    return MeasurementPlan.of(
            costs.stream()
                .map(cost -> Budget.atMost(figure(cost), annotation.atMost().limit()))
                .toList(),
            Schedule.STANDARD,
            meter)
        .with(MeasurementPlan.Trait.NEEDS_MANY_CALLS)
        // the smallest size, for the runs that make only one call
        .withArgument(parameter, sizes.get(0))
        .withOrder(400);
  }

  private static Optional<Elapsed> cap(String attribute, String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(TimeCaps.parse(attribute, text));
  }
}
