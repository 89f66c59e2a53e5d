package dev.tare.internal.jupiter;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Broken.Fault;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Metric;
import dev.tare.internal.call.ForwardingProxy;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.jupiter.TestSubject.Variants;
import dev.tare.internal.launch.PlanRun;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What became of a limit whose promise was broken on purpose.
 *
 * @param asItIs the verdict on the test as it is; unmeasured if its body may run only once
 * @param obstacle why the promise cannot fail; empty if it can
 */
record Proof(Verdict asItIs, String obstacle) {

  /** A limit that is this many times the figure fails on no fault that occurs. */
  private static final double LAX = 1000;

  private static final double LEAST_BYTES = 1024;

  /**
   * Breaks a promise, and returns one proof for each of its limits. The test is measured as it is
   * before, unless its body may run only once.
   *
   * @throws Throwable what the body threw, unchanged
   */
  static List<Proof> of(Promise promise, TestSubject subject, @Nullable TestWeights weights)
      throws Throwable {
    List<Budget> limits =
        promise.budgets().stream().map(own -> weights == null ? own : weights.limit(own)).toList();
    List<Measurement> asItIs =
        promise.judgesFirstCall()
            ? limits.stream().map(Proof::notCalled).toList()
            : measure(promise, promise.metric(), limits, subject, null);
    List<Verdict> verdicts = new ArrayList<>();
    List<Optional<String>> known = new ArrayList<>();
    List<Budget> toBreak = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Budget limit = limits.get(i);
      verdicts.add(limit.judge(asItIs.get(i)));
      known.add(obstacle(verdicts.get(i)));
      toBreak.add(known.get(i).isEmpty() ? limit : Budget.unlimited(limit.figure()));
    }
    List<String> broken =
        known.stream().allMatch(Optional::isPresent)
            ? List.of()
            : obstacles(promise, subject, toBreak, asItIs);
    return IntStream.range(0, limits.size())
        .filter(i -> limits.get(i).limit() != null || weights != null)
        .mapToObj(i -> new Proof(verdicts.get(i), known.get(i).orElseGet(() -> broken.get(i))))
        .toList();
  }

  private static Measurement notCalled(Budget limit) {
    return new Missing(
        limit.figure(),
        "its one call was broken on purpose",
        "leave out " + ConfigurationKey.PROVE.key());
  }

  /** Returns why a limit cannot fail, or that it can, if the verdict on the test shows it. */
  private static Optional<String> obstacle(Verdict verdict) {
    Quantity most = verdict.budget().limit();
    if (most == null) {
      return Optional.of("it has no weight yet");
    }
    if (!(verdict instanceof Verdict.Within within)) {
      return verdict instanceof Verdict.Exceeded ? Optional.of("") : Optional.empty();
    }
    Observed observed = within.measurement();
    double least = most instanceof DataSize ? LEAST_BYTES : 1;
    if (most.amount() / Math.max(least, observed.value().amount()) > LAX) {
      return Optional.of(
          "what was measured, %s, is less than a thousandth of it"
              .formatted(observed.value().rounded()));
    }
    return observed.distortions().stream()
        .filter(remark -> remark.id().equals(Remark.WORK_ELSEWHERE))
        .findFirst()
        .map(Remark::text);
  }

  /** Returns for each limit of a broken promise why it is not exceeded; empty texts if it is. */
  private static List<String> obstacles(
      Promise promise, TestSubject subject, List<Budget> limits, List<Measurement> asItIs)
      throws Throwable {
    String obstacle;
    try {
      Broken broken = promise.metric().broken(subject, limits, asItIs).orElse(null);
      if (broken != null) {
        List<Measurement> measured =
            measure(promise, broken.metric(), limits, subject, broken.fault());
        return IntStream.range(0, limits.size())
            .mapToObj(i -> obstacleOfBroken(limits.get(i).judge(measured.get(i))))
            .toList();
      }
      String metric = promise.metric().getClass().getSimpleName();
      obstacle = "its metric %s does not say how to break it".formatted(metric);
    } catch (IllegalAccessException | OutOfMemoryError e) {
      obstacle = "what breaks it cannot be made: " + e;
    } finally {
      PlantedClass.forgetAll();
    }
    return Collections.nCopies(limits.size(), obstacle);
  }

  private static String obstacleOfBroken(Verdict verdict) {
    if (verdict instanceof Verdict.Exceeded) {
      return "";
    }
    String why =
        verdict instanceof Verdict.Inconclusive inconclusive
            ? inconclusive.reason()
            : verdict instanceof Verdict.Unmeasured unmeasured
                ? unmeasured.reason()
                : verdict.observed().orElseThrow().value().rounded();
    return "broken on purpose, it was %s: %s"
        .formatted(verdict.outcome().name().toLowerCase(Locale.ROOT), why);
  }

  /** Measures a subject once, without breakdowns, and with a fault if there is one. */
  private static List<Measurement> measure(
      Promise promise, Metric metric, List<Budget> limits, TestSubject of, @Nullable Fault fault)
      throws Throwable {
    TestBody calls = of.calls();
    Object value = of.weighed();
    TestSubject once =
        new TestSubject(
            calls == null || fault == null ? calls : faulty(calls, fault, null),
            value == null || fault == null ? value : fault.add(value, null),
            fault == null ? of.variants() : faulty(of.variants(), fault),
            of.testInstances(),
            of.arguments(),
            of.id(),
            of.configuration().with(Breakdowns.NEVER),
            of.concurrent());
    return PlanRun.measureOnce(metric, limits, once, promise::text);
  }

  /**
   * Returns the promise and why it cannot fail: {@code allocated bytes, limit 1 GB: …}; empty if it
   * can.
   */
  String sentence() {
    Budget limit = asItIs.budget();
    Quantity most = limit.limit();
    String promise = limit.figure().noun() + (most == null ? "" : ", limit " + most.rounded());
    return obstacle.isEmpty() ? "" : promise + ": " + obstacle;
  }

  /** Returns bodies of which those with a chosen argument have a fault. */
  private static Variants faulty(Variants own, Fault fault) {
    return ForwardingProxy.of(
        Variants.class,
        (proxy, method, arguments) -> {
          Object body = ForwardingProxy.call(own, method, arguments);
          return method.getName().equals("argument")
              ? faulty((TestBody) requireNonNull(body), fault, arguments[1])
              : body;
        });
  }

  /** Returns a body with a fault in each call. */
  private static TestBody faulty(TestBody body, Fault fault, @Nullable Object argument) {
    return ForwardingProxy.of(
        TestBody.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("repeat")) {
            for (long i = 0; i < (Long) requireNonNull(arguments[0]); i++) {
              body.run();
              fault.add(null, argument);
            }
            return null;
          }
          Object returned = ForwardingProxy.call(body, method, arguments);
          return switch (method.getName()) {
            case "run" -> fault.add(null, argument);
            case "call" -> fault.add(returned, argument);
            case "fresh" -> faulty((TestBody) requireNonNull(returned), fault, argument);
            default -> returned;
          };
        });
  }
}
