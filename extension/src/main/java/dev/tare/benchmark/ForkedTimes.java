package dev.tare.benchmark;

import static java.util.function.Predicate.not;

import dev.tare.body.TestBody;
import dev.tare.extension.Subject;
import dev.tare.internal.fork.ForkReply;
import dev.tare.internal.fork.ForkedJvm;
import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.internal.fork.ForkedTest;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.SuiteKeys;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.clock.Disturbance;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.unit.Elapsed;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Measures a test in fresh JVMs. In such a fresh JVM, it measures the test and replies to the JVM
 * that waits.
 *
 * @param inThisJvm measures in this JVM
 * @param forks number of fresh JVMs
 */
record ForkedTimes(TimesInThisJvm inThisJvm, int forks) {

  /** Longest time in which a JVM starts and sets up a test class, on a busy machine. */
  private static final double MAX_START_NANOS = 120e9;

  /** Least number of calls of a slow body: the first call, the warm-up and five samples. */
  private static final int MIN_CALLS = 20;

  private static final double MAX_METHODS = 2;

  private static final double LONG_NANOS = 10e9;

  List<Measurement> measure(Subject subject, List<Budget> budgets) throws Throwable {
    Optional<String> reply = subject.configuration().text(ForkedTest.REPLY);
    if (reply.isPresent()) {
      return measureForWaitingJvm(Path.of(reply.get()), subject, budgets);
    }
    double callNanos = callOnce(subject);
    // fresh JVMs get the arguments of this one, except that they wait for no debugger
    List<String> arguments =
        inThisJvm.jvmArguments().stream().filter(not(Disturbance::startsDebugger)).toList();
    Optional<String> doubt = TimesInThisJvm.disturbance(arguments, subject, budgets);
    return doubt.isPresent()
        ? forEachBudget(budgets, budget -> TimeFigures.unknown(budget.figure(), doubt.get()))
        : measureInFreshJvms(subject, budgets, callNanos);
  }

  /** Measures in this JVM, and writes the measurements to a file for the JVM that waits. */
  private List<Measurement> measureForWaitingJvm(Path reply, Subject subject, List<Budget> budgets)
      throws Throwable {
    // the waiting JVM judges
    List<Budget> unlimited =
        budgets.stream().map(budget -> Budget.unlimited(budget.figure())).toList();
    List<Measurement> measurements = inThisJvm.measure(subject, unlimited);
    ForkReply.write(reply, measurements);
    return forEachBudget(
        budgets, budget -> TimeFigures.unknown(budget.figure(), "the waiting JVM judges it"));
  }

  /**
   * Calls the body in this JVM, so that its exceptions are reported before any JVM is started and a
   * debugger can step through it. Returns the nanoseconds, preparations included.
   */
  private static double callOnce(Subject subject) throws Throwable {
    long from = System.nanoTime();
    for (TestBody preparation : subject.preparations()) {
      preparation.run();
    }
    subject.call();
    return System.nanoTime() - from;
  }

  private List<Measurement> measureInFreshJvms(
      Subject subject, List<Budget> budgets, double callNanos) throws InterruptedException {
    if (subject.uniqueId().isEmpty()) {
      return forEachBudget(
          budgets,
          budget ->
              new Missing(
                  budget.figure(),
                  "a dynamic test cannot be run again alone",
                  "forks = 0, or a method of its own"));
    }
    ForkedTest test =
        new ForkedTest(
            subject.uniqueId(),
            SuiteKeys.forForkedTest(subject.uniqueId(), subject.configuration()));
    String name =
        LauncherRun.ofThread()
            .flatMap(LauncherRun::current)
            .map(current -> current.id().shortName())
            .orElse("benchmark");
    AtomicInteger started = new AtomicInteger();
    long from = System.nanoTime();
    // a JVM that takes four times as long counts as hung
    Elapsed timeout = new Elapsed(MAX_START_NANOS + 4 * maxMeasurementNanos(callNanos));
    try {
      return new FreshJvms(
              () -> {
                // builds that exchange data with the JVM use standard output
                progress(name, started.incrementAndGet(), (double) (System.nanoTime() - from))
                    .ifPresent(System.err::println);
                return ForkedJvm.run(test, timeout);
              },
              forks,
              budgets)
          .measure();
    } catch (ForkFailedException e) {
      String reason = String.valueOf(e.getMessage());
      return forEachBudget(
          budgets,
          budget -> new Missing(budget.figure(), reason, "forks = 0 measures in this JVM"));
    }
  }

  /** Returns what is printed when a JVM is started late, since the test would seem to hang. */
  static Optional<String> progress(String test, int jvm, double nanos) {
    return nanos < LONG_NANOS
        ? Optional.empty()
        : Optional.of(
            "Tare: %s: fresh JVM %s, after %s".formatted(test, jvm, new Elapsed(nanos).rounded()));
  }

  /**
   * Returns the longest measurement in a fresh JVM, in nanoseconds. A fresh JVM does not confirm
   * its figures.
   */
  private double maxMeasurementNanos(double callNanos) {
    return inThisJvm.plan().warmupTime().nanos()
        + inThisJvm.plan().samplingTime().nanos()
        + MIN_CALLS * MAX_METHODS * callNanos;
  }

  private static List<Measurement> forEachBudget(
      List<Budget> budgets, Function<Budget, Measurement> measurement) {
    return budgets.stream().map(measurement).toList();
  }
}
