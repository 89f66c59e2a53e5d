package dev.tare.benchmark;

import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.Arm;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times the body, unless time would say nothing here.
 *
 * @param baseline the name of the method to compare with, empty for none
 * @param jvmArguments those this JVM was started with, which show a debugger
 */
record TimeMeter(Clock clock, Caps caps, String baseline, List<String> jvmArguments)
    implements Meter {

  private static final String DEBUGGED =
      "this JVM waits for a debugger (jdwp), under which code runs at another speed; run the test"
          + " without it";

  private static final String CONCURRENT =
      "other tests may run at the same time and take the processor; run this one alone: @Isolated"
          + " on its class, or no @Test beside the annotation";

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    String doubt = doubt(subject);
    if (doubt != null) {
      // the body runs all the same: its own failure comes first, and someone may step through it
      subject.call();
      return budgets.stream()
          .<Measurement>map(budget -> new Doubtful(budget.figure(), doubt, null))
          .toList();
    }
    Arm tested = new Arm("this test", subject.body());
    Arm other = baseline.isEmpty() ? null : new Arm(baseline + "()", subject.variant(baseline));
    return new Benchmark(clock, caps).measure(tested, other, budgets);
  }

  private @Nullable String doubt(Subject subject) {
    if (jvmArguments.stream().anyMatch(TimeMeter::startsDebugger)) {
      return DEBUGGED;
    }
    return subject.concurrent() ? CONCURRENT : null;
  }

  private static boolean startsDebugger(String argument) {
    return argument.startsWith("-agentlib:jdwp")
        || (argument.startsWith("-agentpath:") && argument.contains("jdwp"))
        || argument.startsWith("-Xrunjdwp");
  }
}
