package dev.tare.benchmark;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.internal.call.Faults;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Budget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls slow on purpose, so that each limit of a benchmark is broken: the first call by a
 * time of its own, the others by a time and by calls of the baseline.
 */
final class SlowCalls implements Broken.Fault {

  /** How many times its limit a broken time is, so that noise does not decide. */
  private static final int BROKEN_TIMES = 4;

  private final Subject subject;
  private double firstNanos;
  private double laterNanos;
  private long baselineCalls;
  private @Nullable TestBody baseline;
  private volatile boolean hasRun;

  /**
   * Returns a promise whose limits are broken.
   *
   * @param metric the metric that measures it
   * @param operations number of operations in one call
   * @param baselineName name of the method to compare with; empty for none
   */
  static Broken broken(
      Metric metric, List<Budget> limits, int operations, String baselineName, Subject subject) {
    return new Broken(metric, new SlowCalls(limits, operations, baselineName, subject));
  }

  private SlowCalls(List<Budget> limits, int operations, String baselineName, Subject subject) {
    this.subject = subject;
    for (Budget limit : limits) {
      double least = BROKEN_TIMES * limit.amount();
      if (TimeFigures.isRatio(limit.figure())) {
        baselineCalls = (long) Math.ceil(least);
        baseline = subject.variant(baselineName);
      } else if (TimeFigures.isFirstCall(limit.figure())) {
        firstNanos = least;
      } else {
        laterNanos = least * operations;
      }
    }
  }

  @Override
  public @Nullable Object add(@Nullable Object value, @Nullable Object argument) throws Throwable {
    Faults.spin(hasRun ? laterNanos : firstNanos);
    hasRun = true;
    for (long i = 0; baseline != null && i < baselineCalls; i++) {
      for (TestBody preparation : subject.preparations()) {
        preparation.run();
      }
      baseline.run();
    }
    return value;
  }
}
