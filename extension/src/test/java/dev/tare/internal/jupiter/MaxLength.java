package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.HandedOver;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limits the length of a text, with a metric that needs no access to the JVM. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(MaxLength.Length.class)
@interface MaxLength {

  int value();

  /** Parameter through which a test hands over a text. */
  final class Text implements HandedOver {
    private @Nullable Object text;

    void hold(String handed) {
      this.text = handed;
    }

    @Override
    public @Nullable Object handedOver() {
      return text;
    }
  }

  /** Counts characters. */
  final class Length implements Metric<MaxLength> {

    static final Figure FIGURE = new Figure("length", "length", false);

    @Override
    public List<Budget> budgets(MaxLength annotation, Configuration configuration) {
      return List.of(Budget.atMost(FIGURE, new Count(annotation.value())));
    }

    @Override
    public Schedule schedule(MaxLength annotation, Configuration configuration) {
      return new Schedule(0, 1, false);
    }

    @Override
    public Meter meter(MaxLength annotation, Configuration configuration) {
      return (subject, schedule, budgets) -> List.of(measure(subject.value()));
    }

    private static Measurement measure(@Nullable Object value) {
      if (value == null) {
        return new Measurement.Missing(FIGURE, "there is no text", "return one");
      }
      Count length = new Count(value.toString().length());
      return Measurement.Observed.exact(FIGURE, length, Sampling.single(length), List.of("chars"));
    }

    @Override
    public int order() {
      return 10;
    }

    @Override
    public boolean weighsValues() {
      return true;
    }

    @Override
    public Optional<HandedOver> parameter(Class<?> type) {
      return type == Text.class ? Optional.of(new Text()) : Optional.empty();
    }
  }
}
