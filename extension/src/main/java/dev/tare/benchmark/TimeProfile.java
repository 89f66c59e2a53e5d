package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.profile.CallProfile;
import dev.tare.internal.profile.CallProfile.ProfileOutcome;
import dev.tare.internal.profile.ProfiledCalls;
import dev.tare.internal.profile.Profiler;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Profiles a body after it was timed, normally if its limit is exceeded. The profile is made in
 * this JVM and does not change the verdict.
 *
 * @param breakdown when a profile is made
 * @param profiler finds in which methods the time is spent
 * @param forks number of fresh JVMs of the judged calls; 0 for this one
 */
record TimeProfile(
    Configuration.Breakdowns breakdown,
    Supplier<Profiler> profiler,
    ProfileKind profile,
    int forks) {

  /** Returns the measurements; the first whose limit is exceeded has the profile. */
  List<Measurement> explain(Subject subject, List<Budget> budgets, List<Measurement> measured) {
    List<Measurement> measurements = new ArrayList<>(measured);
    for (int i = 0; i < budgets.size(); i++) {
      if (measurements.get(i) instanceof Observed observed
          && isProfiled(observed, budgets.get(i), subject)) {
        measurements.set(i, withProfile(observed, subject));
        // one profile of a body is enough
        break;
      }
    }
    return measurements;
  }

  private boolean isProfiled(Observed observed, Budget budget, Subject subject) {
    // a first call cannot be repeated, and the profile of a fresh JVM is not used
    if (TimeFigures.isFirstCall(budget.figure())
        || TimesInThisJvm.isFresh(subject.configuration())) {
      return false;
    }
    return breakdown.isNeeded(budget.judge(observed).outcome() == Outcome.EXCEEDED);
  }

  private Observed withProfile(Observed observed, Subject subject) {
    return profile == ProfileKind.CALLS
        ? withCountedCalls(observed, subject)
        : withSamples(observed, subject);
  }

  private Observed withCountedCalls(Observed observed, Subject subject) {
    List<Class<?>> tests = new ArrayList<>();
    subject.testInstances().forEach(test -> tests.add(test.getClass()));
    Number bytes = threadBytes();
    try {
      ProfileOutcome outcome = CallProfile.of(tests, bytes, calls(subject));
      return outcome instanceof ProfileOutcome.Profiled profiled
          ? observed.withBreakdown(
              new CallRows(profiled.profile(), bytes.longValue() >= 0)
                  .breakdown(observed.value(), differences()))
          : withoutCountedCalls(
              withSamples(observed, subject), ((ProfileOutcome.Unprofiled) outcome).reason());
    } catch (Throwable thrown) {
      // the verdict does not depend on the profile
      return withoutCountedCalls(
          withSamples(observed, subject), "the calls that should be counted threw " + thrown);
    }
  }

  private static Observed withoutCountedCalls(Observed sampled, String reason) {
    return sampled.alsoDistorted(
        Remark.of("uncounted-calls", "calls are not counted: {reason}", reason));
  }

  private Observed withSamples(Observed observed, Subject subject) {
    return profiler.get().explain(observed, observed.value(), calls(subject), differences());
  }

  /** Returns how the profiled calls differ from the judged ones. */
  private List<Remark> differences() {
    return forks == 0
        ? List.of()
        : List.of(Remark.of("suite-jvm", "profiled in the suite's JVM, not in a fresh one"));
  }

  private static ProfiledCalls calls(Subject subject) {
    return new ProfiledCalls(subject.body().fresh(), subject.preparations(), threadBytes());
  }

  private static Number threadBytes() {
    return AllocationCounters.threadBytes().orElse(ProfiledCalls.UNKNOWN);
  }
}
