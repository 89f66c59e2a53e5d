package dev.tare.extension;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import java.util.List;
import java.util.function.Supplier;

/** A meter that is created for each call of one of its methods. */
record LazyMeter(Supplier<? extends Meter> maker) implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    return maker.get().measure(subject, schedule, budgets);
  }

  @Override
  public List<Measurement> measureAgain(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    return maker.get().measureAgain(subject, schedule, budgets);
  }

  @Override
  public List<Measurement> explain(
      Subject subject, List<Budget> budgets, List<Measurement> measured) throws Throwable {
    return maker.get().explain(subject, budgets, measured);
  }
}
