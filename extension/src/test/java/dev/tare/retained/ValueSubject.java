package dev.tare.retained;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.ObjectGraph;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Measures a value without a test. */
record ValueSubject(Object value, Breakdowns breakdown) implements Subject {

  /** Returns the retained size of a value. */
  static Observed retained(Breakdowns breakdown, Object value, String limit) {
    Budget budget = Budget.atMost(RetainedAmount.size(Kind.RETAINED), DataSize.parse(limit));
    RetainedAmount metric = new RetainedAmount(budget, Kind.RETAINED, null, ObjectGraph::open);
    return (Observed) measured(metric, value, breakdown);
  }

  /** Returns what a metric measures of a value. */
  static Measurement measured(Metric metric, Object value, Breakdowns breakdown) {
    try {
      return metric
          .measure(new ValueSubject(value, breakdown), Schedule.ONCE, metric.budgets())
          .get(0);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public TestBody body() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String uniqueId() {
    return "";
  }

  @Override
  public Subject with(int parameter, Object argument) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TestBody variant(String methodName) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Object> testInstances() {
    return List.of();
  }

  @Override
  public Configuration configuration() {
    return new Configuration(
        key ->
            key.equals(ConfigurationKey.BREAKDOWN.key())
                ? Optional.of(breakdown.name().toLowerCase(Locale.ROOT))
                : Optional.empty());
  }

  @Override
  public boolean concurrent() {
    return false;
  }
}
