package dev.tare.benchmark;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.jit.CompiledCode;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.fork.ForkedTest;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.Estimator;
import dev.tare.internal.timing.RemovedWorkBound;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Times the body, unless a debugger or concurrent tests make times meaningless.
 *
 * @param tested name of the body in reports: {@code this test}
 * @param baseline name of the method to compare with; empty for none
 * @param jvmArguments arguments that this JVM was started with, which show a debugger
 * @param beforeWarmUp action that is run once, after the first call
 */
record TimesInThisJvm(
    JvmCounters clock,
    SamplingPlan plan,
    String tested,
    String baseline,
    List<String> jvmArguments,
    Runnable beforeWarmUp) {

  /** An invocation in a unique id. */
  private static final Pattern INVOCATION = Pattern.compile("/\\[[a-z-]*invocation:#\\d+]");

  private static final String NOT_FRESH =
      "the classes that the methods call could not be compiled again, and chance in their"
          + " compilation can explain it; let the JVM load Tare's agent with"
          + " -XX:+EnableDynamicAgentLoading, or measure in fresh JVMs with forks = 3";

  /**
   * Measures again with freshly compiled code, since luck in its compilation can explain a time.
   */
  List<Measurement> measureAgain(Subject subject, List<Budget> budgets) throws Throwable {
    boolean fresh = clock.discardCompiledCode();
    List<Measurement> measured = measure(subject, budgets);
    return fresh
        ? measured
        : IntStream.range(0, budgets.size())
            .mapToObj(i -> doubtedIfLuck(measured.get(i), budgets.get(i)))
            .toList();
  }

  /** Doubts a ratio that luck in the compilation of called classes can explain. */
  private static Measurement doubtedIfLuck(Measurement measured, Budget budget) {
    Quantity limit = budget.limit();
    return limit != null
            && TimeFigures.isRatio(budget.figure())
            && measured instanceof Observed observed
            && observed.value().amount() <= Estimator.MAX_COMPILATION_EFFECT * limit.amount()
        ? observed.inDoubt(NOT_FRESH)
        : measured;
  }

  List<Measurement> measure(Subject subject, List<Budget> budgets) throws Throwable {
    List<TestBody> preparations = subject.preparations();
    Optional<String> doubt = disturbance(jvmArguments, subject, budgets).or(OptimizerHold::release);
    if (doubt.isPresent()) {
      // the body still runs, so that its own failure is reported and a debugger can step through it
      for (TestBody preparation : preparations) {
        preparation.run();
      }
      subject.call();
      return budgets.stream()
          .map(budget -> TimeFigures.unknown(budget.figure(), doubt.get()))
          .toList();
    }
    BenchmarkCase body = new BenchmarkCase(tested, subject.body(), preparations);
    BenchmarkCase other =
        baseline.isEmpty()
            ? null
            : new BenchmarkCase(
                TimeFigures.displayName(baseline), subject.variant(baseline), preparations);
    return measureTimes(body, other, budgets, subject);
  }

  /** Returns why no time can be judged in a JVM with some arguments; empty if times can be. */
  static Optional<String> disturbance(
      List<String> jvmArguments, Subject subject, List<Budget> budgets) {
    return Disturbance.of(
        jvmArguments,
        subject.concurrent(),
        subject.configuration().allowUnoptimized()
            || budgets.stream().allMatch(TimesInThisJvm::needsNoOptimizer));
  }

  /** A figure without a limit is not judged, and a first call is interpreted anyway. */
  private static boolean needsNoOptimizer(Budget budget) {
    return budget.limit() == null || TimeFigures.isFirstCall(budget.figure());
  }

  private List<Measurement> measureTimes(
      BenchmarkCase body, @Nullable BenchmarkCase other, List<Budget> budgets, Subject subject)
      throws Throwable {
    List<Measurement> measured =
        new Benchmark(clock, plan, beforeWarmUp, isFirst(subject.uniqueId()))
            .measure(body, other, budgets);
    // a limit is decided with the bound of removed work; a waiting JVM decides itself
    boolean keepsBounds = isFresh(subject.configuration());
    return IntStream.range(0, budgets.size())
        .mapToObj(
            i ->
                keepsBounds || budgets.get(i).limit() != null
                    ? measured.get(i)
                    : RemovedWorkBound.decided(measured.get(i), budgets.get(i)))
        .toList();
  }

  /** Returns whether a test method has not been timed before; false if it is not known. */
  static boolean isFirst(String uniqueId) {
    return !uniqueId.isEmpty()
        && CompiledCode.isTimedFirst(INVOCATION.matcher(uniqueId).replaceAll(""));
  }

  /** Returns whether this JVM is a fresh one that measures for another JVM. */
  static boolean isFresh(Configuration configuration) {
    return configuration.text(ForkedTest.REPLY).isPresent();
  }
}
