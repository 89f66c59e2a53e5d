package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** How long a call takes, by itself and compared with another method's. */
final class TimePerCall implements Metric<Benchmarked> {

  private static final double LARGEST_RATIO = 1_000_000;

  /** What this test is compared with; none for the method with which a class compares its tests. */
  private String baseline = "";

  /** Where a class compares its tests with one of them, that one is compared with nothing. */
  @Override
  public boolean concerns(Benchmarked annotation, Subject.Site site) {
    return !annotation.max().isEmpty() || !isOwnBaseline(annotation, site);
  }

  private static boolean isOwnBaseline(Benchmarked annotation, Subject.Site site) {
    return !site.direct() && annotation.baseline().equals(site.method().getName());
  }

  @Override
  public void check(Benchmarked annotation, Subject.Site site) {
    double ratio = annotation.maxRatio();
    if (!(ratio > 0) || Double.isInfinite(ratio)) {
      throw new IllegalArgumentException(
          "maxRatio = %s: a ratio must be finite and more than 0, for example maxRatio = 1.10"
              .formatted(ratio));
    }
    if (ratio > LARGEST_RATIO) {
      throw new IllegalArgumentException(
          "maxRatio = %s: nothing is promised by so large a ratio, for example maxRatio = 1.10"
              .formatted(ratio));
    }
    baseline = isOwnBaseline(annotation, site) ? "" : annotation.baseline();
    if (!baseline.isEmpty()) {
      new BaselineRules(site).check(baseline);
    } else if (annotation.baseline().isEmpty() && ratio != Benchmarked.SUITE_RATIO) {
      throw new IllegalArgumentException(
          ("maxRatio = %s: there is no baseline; name the method to compare with,"
                  + " for example baseline = \"lookup\", maxRatio = %s")
              .formatted(ratio, ratio));
    }
  }

  @Override
  public List<Budget> budgets(Benchmarked annotation, Configuration configuration) {
    List<Budget> budgets = new ArrayList<>();
    if (!annotation.max().isEmpty()) {
      budgets.add(Budget.atMost(TimeFigures.TIME_PER_CALL, limit(annotation.max())));
    }
    if (!baseline.isEmpty()) {
      boolean suite = annotation.maxRatio() == Benchmarked.SUITE_RATIO;
      Ratio ratio = suite ? configuration.maxRatio() : new Ratio(annotation.maxRatio());
      budgets.add(Budget.atMost(TimeFigures.relativeTo(baseline), ratio));
    }
    return budgets.isEmpty() ? List.of(Budget.unlimited(TimeFigures.TIME_PER_CALL)) : budgets;
  }

  /** How often the body is called is found out while it is measured. */
  @Override
  public Schedule schedule(Benchmarked annotation, Configuration configuration) {
    return new Schedule(configuration.warmups(), configuration.runs(), false);
  }

  @Override
  public boolean callsOften() {
    return true;
  }

  @Override
  public Meter meter(Benchmarked annotation, Configuration configuration) {
    String warmup = annotation.maxWarmup();
    String time = annotation.maxTime();
    Caps caps =
        new Caps(
            warmup.isEmpty() ? configuration.maxWarmup() : elapsed("maxWarmup", warmup),
            time.isEmpty() ? configuration.maxTime() : elapsed("maxTime", time));
    return new TimeMeter(
        Clock.ofThisJvm(),
        caps,
        baseline,
        ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  @Override
  public int order() {
    return 300;
  }

  private static Elapsed limit(String text) {
    Elapsed limit = elapsed("max", text);
    if (limit.nanos() == 0) {
      throw new IllegalArgumentException(
          "max = \"%s\": every call takes time, for example max = \"1 ns\"".formatted(text));
    }
    return limit;
  }

  private static Elapsed elapsed(String attribute, String text) {
    try {
      return Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage(), e);
    }
  }
}
