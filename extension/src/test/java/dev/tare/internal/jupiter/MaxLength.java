package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
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
  record Length(int most) implements Metric {

    static final Figure FIGURE = new Figure("length", "length", false);

    static Length of(MaxLength annotation) {
      return new Length(annotation.value());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.atMost(FIGURE, new Count(most)));
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
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      return List.of(measure(subject.value()));
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
