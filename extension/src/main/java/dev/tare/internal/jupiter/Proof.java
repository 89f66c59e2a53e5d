package dev.tare.internal.jupiter;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Broken.Fault;
import dev.tare.extension.Configuration;
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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What became of a limit whose promise was broken on purpose.
 *
 * @param asItIs the verdict on the test as it is; unmeasured if its body may run only once
 * @param obstacle why the promise cannot fail; empty if it can, null while that is not known
 */
record Proof(Verdict asItIs, @Nullable String obstacle) {

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
    List<Proof> proofs = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Verdict verdict = limits.get(i).judge(asItIs.get(i));
      proofs.add(new Proof(verdict, obstacle(verdict)));
    }
    if (proofs.stream().anyMatch(proof -> proof.obstacle == null)) {
      proofs = broken(proofs, promise, subject, asItIs);
    }
    return proofs.stream()
        .filter(proof -> proof.asItIs.budget().limit() != null || weights != null)
        .toList();
  }

  private static Measurement notCalled(Budget limit) {
    return new Missing(
        limit.figure(),
        "its one call was broken on purpose",
        "leave out " + ConfigurationKey.PROVE.key());
  }

  /** Returns why a limit cannot fail, as the verdict on the test shows; null if it does not. */
  private static @Nullable String obstacle(Verdict verdict) {
    Quantity most = verdict.budget().limit();
    if (most == null) {
      return "it has no weight yet";
    }
    if (verdict instanceof Verdict.Exceeded) {
      return "";
    }
    if (!(verdict instanceof Verdict.Within within)) {
      return null;
    }
    Observed observed = within.measurement();
    double least = most instanceof DataSize ? LEAST_BYTES : 1;
    if (most.amount() / Math.max(least, observed.value().amount()) > LAX) {
      return "what was measured, %s, is less than a thousandth of it"
          .formatted(observed.value().rounded());
    }
    return observed.distortions().stream()
        .filter(remark -> remark.id().equals(Remark.WORK_ELSEWHERE))
        .findFirst()
        .map(Remark::text)
        .orElse(null);
  }

  private static List<Proof> broken(
      List<Proof> proofs, Promise promise, TestSubject subject, List<Measurement> asItIs)
      throws Throwable {
    List<Budget> limits = proofs.stream().map(Proof::toBreak).toList();
    String obstacle;
    try {
      Optional<Broken> broken = promise.metric().broken(subject, limits, asItIs);
      if (broken.isPresent()) {
        List<Measurement> measured =
            measure(promise, broken.get().metric(), limits, subject, broken.get().fault());
        return IntStream.range(0, proofs.size())
            .mapToObj(i -> proofs.get(i).decided(unbroken(limits.get(i).judge(measured.get(i)))))
            .toList();
      }
      obstacle =
          "its metric %s does not say how to break it"
              .formatted(promise.metric().getClass().getSimpleName());
    } catch (IllegalAccessException e) {
      obstacle = "what breaks it cannot be put beside the test: " + e.getMessage();
    } catch (OutOfMemoryError e) {
      obstacle = "what breaks it does not fit into the memory of this JVM";
    } finally {
      PlantedClass.forgetAll();
    }
    String reason = obstacle;
    return proofs.stream().map(proof -> proof.decided(reason)).toList();
  }

  /** Returns the limit; without an amount if it need not be broken. */
  private Budget toBreak() {
    Budget limit = asItIs.budget();
    return obstacle == null ? limit : Budget.unlimited(limit.figure());
  }

  private Proof decided(String found) {
    return obstacle == null ? new Proof(asItIs, found) : this;
  }

  private static String unbroken(Verdict verdict) {
    String outcome =
        verdict instanceof Verdict.Inconclusive inconclusive
            ? "inconclusive: " + inconclusive.reason()
            : verdict instanceof Verdict.Unmeasured unmeasured
                ? "unmeasured: " + unmeasured.reason()
                : verdict instanceof Verdict.Within within
                    ? "within: " + within.measurement().value().rounded()
                    : "";
    return outcome.isEmpty() ? "" : "broken on purpose, it was " + outcome;
  }

  /** Measures a subject once, without breakdowns, and with a fault if there is one. */
  private static List<Measurement> measure(
      Promise promise, Metric metric, List<Budget> limits, TestSubject of, @Nullable Fault fault)
      throws Throwable {
    Configuration suite = of.configuration();
    String breakdown = ConfigurationKey.BREAKDOWN.key();
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
            new Configuration(
                key -> key.equals(breakdown) ? Optional.of("never") : suite.text(key)),
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
    return "".equals(obstacle) ? "" : promise + ": " + obstacle;
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
