package dev.tare.benchmark;

import dev.tare.extension.ConsoleProgress;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.call.TestBody;
import dev.tare.internal.timing.Arm;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.internal.timing.Disturbance;
import dev.tare.internal.timing.KnownCore;
import dev.tare.internal.timing.Procedure;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import java.util.List;
import java.util.Optional;

/**
 * Times the body, unless time would say nothing here.
 *
 * @param baseline the name of the method to compare with, empty for none
 * @param jvmArguments those this JVM was started with, which show a debugger
 * @param beforeWarmUp is run once, after the first call
 */
record TimeMeter(
    Clock clock,
    Caps caps,
    Procedure procedure,
    String baseline,
    List<String> jvmArguments,
    Runnable beforeWarmUp)
    implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    List<TestBody> preparations = subject.preparations();
    Optional<String> doubt = Disturbance.of(jvmArguments, subject.concurrent());
    if (doubt.isPresent()) {
      // the body runs all the same: its own failure comes first, and someone may step through it
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      subject.call();
      return budgets.stream()
          .<Measurement>map(budget -> new Doubtful(budget.figure(), doubt.get(), null))
          .toList();
    }
    clock.share(subject.ofRun(KnownCore.class, KnownCore::new));
    Arm tested = new Arm("this test", subject.body(), preparations);
    Arm other =
        baseline.isEmpty()
            ? null
            : new Arm(baseline + "()", subject.variant(baseline), preparations);
    try (ConsoleProgress progress = ConsoleProgress.of(subject)) {
      return new Benchmark(clock, caps, procedure, progress, beforeWarmUp)
          .measure(tested, other, budgets);
    }
  }
}
