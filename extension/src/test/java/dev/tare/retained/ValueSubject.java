package dev.tare.retained;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;

/** Measures a value with a meter, without a test. */
record ValueSubject(Object value) implements Subject {

  static Observed measuredBy(SizeMeter meter, Object value, String limit) {
    Budget budget = Budget.atMost(RetainedSize.figure(meter.kind()), DataSize.parse(limit));
    try {
      return (Observed)
          meter.measure(new ValueSubject(value), new Schedule(0, 1, false), List.of(budget)).get(0);
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
  public TestBody bodyWith(int parameter, Object argument) {
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
    return new Configuration(key -> Optional.empty());
  }

  @Override
  public boolean concurrent() {
    return false;
  }
}
