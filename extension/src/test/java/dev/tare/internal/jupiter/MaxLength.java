package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.ValueHolder;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits the length of a text, with a metric that needs no access to the JVM. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@MeasuredBy(MaxLength.Length.class)
@interface MaxLength {

  int value();

  /** Parameter through which a test hands over a text. */
  final class Text implements ValueHolder {
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
    public MeasurementPlan read(
        MaxLength annotation, Subject.Site site, Configuration configuration) {
      Meter meter = (subject, schedule, budgets) -> List.of(measure(subject.value()));
      return MeasurementPlan.of(
              List.of(Budget.atMost(FIGURE, new Count(annotation.value()))), Schedule.ONCE, meter)
          .with(MeasurementPlan.Trait.WEIGHS_VALUES)
          .withOrder(10);
    }

    private static Measurement measure(@Nullable Object value) {
      if (value == null) {
        return new Measurement.Missing(FIGURE, "there is no text", "return one");
      }
      Count length = new Count(value.toString().length());
      return Measurement.Observed.exact(FIGURE, length, Sampling.single(length), List.of("chars"));
    }
  }
}
