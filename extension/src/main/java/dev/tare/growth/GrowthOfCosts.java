package dev.tare.growth;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Elapsed;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Metric of how fast the costs of a call grow. */
final class GrowthOfCosts implements Metric<Growth> {

  static final Figure TIME = new Figure("growth-of-time", "growth of time", false);
  static final Figure ALLOCATED =
      new Figure("growth-of-allocated-bytes", "growth of allocated bytes", false);
  static final Figure RETAINED =
      new Figure("growth-of-retained-size", "growth of retained size", false);

  private int parameter;

  static Figure figure(Cost cost) {
    return switch (cost) {
      case TIME -> TIME;
      case ALLOCATED -> ALLOCATED;
      case RETAINED -> RETAINED;
    };
  }

  @Override
  public void check(Growth annotation, Subject.Site site) {
    parameter = new SizedMethodRules(annotation, site).check();
  }

  @Override
  public List<Budget> budgets(Growth annotation, Configuration configuration) {
    return Arrays.stream(annotation.of())
        .map(cost -> Budget.atMost(figure(cost), annotation.atMost().most()))
        .toList();
  }

  @Override
  public Schedule schedule(Growth annotation, Configuration configuration) {
    return new Schedule(configuration.warmups(), configuration.runs(), false);
  }

  @Override
  public boolean callsOften() {
    return true;
  }

  @Override
  public Meter meter(Growth annotation, Configuration configuration) {
    TimeCaps caps =
        new TimeCaps(
            cap("warmupTime", annotation.warmupTime()).orElseGet(configuration::warmupTime),
            cap("measurementTime", annotation.measurementTime())
                .orElseGet(configuration::measurementTime));
    return new GrowthMeter(
        List.of(annotation.of()),
        parameter,
        Arrays.stream(annotation.sizes()).boxed().toList(),
        configuration.walkedObjects(),
        JvmCounters.ofThisJvm(),
        caps,
        ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  private static Optional<Elapsed> cap(String attribute, String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(TimeCaps.parse(attribute, text));
  }

  /** Returns the smallest size, for runs that make only one call. */
  @Override
  public Optional<Object> argument(Growth annotation, Parameter declared) {
    return declared.getType() == int.class
        ? Optional.of(Arrays.stream(annotation.sizes()).min().orElse(1))
        : Optional.empty();
  }

  @Override
  public int order() {
    return 400;
  }
}
