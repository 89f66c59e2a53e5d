package dev.tare.internal.jupiter;

import dev.tare.extension.Broken;
import dev.tare.extension.Subject;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.launch.PlanRun;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a promise that was broken on purpose.
 *
 * @param limit the promise
 * @param obstacle why it cannot fail; empty if it can
 */
record Proof(Budget limit, String obstacle) {

  /** A limit that is this many times the figure fails on no fault that occurs. */
  private static final double LAX = 1000;

  private static final double LEAST_BYTES = 1024;

  /**
   * Breaks a promise, and returns one proof for each of its limits. The test is measured as it is
   * before, unless its body may run only once.
   *
   * @throws Throwable what the body threw, unchanged
   */
  static List<Proof> of(Promise promise, Subject subject, @Nullable TestWeights weights)
      throws Throwable {
    List<Budget> limits =
        promise.budgets().stream().map(own -> weights == null ? own : weights.limit(own)).toList();
    List<Measurement> asItIs =
        promise.judgesFirstCall()
            ? List.of()
            : measure(promise, Broken.asItIs(promise.metric(), subject), limits);
    List<String> obstacles = new ArrayList<>();
    List<Budget> toBreak = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Budget limit = limits.get(i);
      Verdict verdict = asItIs.isEmpty() ? null : limit.judge(asItIs.get(i));
      String obstacle = verdict instanceof Verdict.Within within ? obstacle(within) : "";
      boolean isDecided = verdict instanceof Verdict.Exceeded || !obstacle.isEmpty();
      obstacles.add(obstacle);
      toBreak.add(isDecided ? Budget.unlimited(limit.figure()) : limit);
    }
    List<String> unbroken =
        toBreak.stream().allMatch(limit -> limit.limit() == null)
            ? List.of()
            : breakAll(promise, subject, toBreak, asItIs);
    List<Proof> proofs = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      if (limits.get(i).limit() != null) {
        boolean isBroken = toBreak.get(i).limit() != null;
        proofs.add(new Proof(limits.get(i), isBroken ? unbroken.get(i) : obstacles.get(i)));
      } else if (weights != null) {
        proofs.add(new Proof(limits.get(i), "it has no weight yet"));
      }
    }
    return proofs;
  }

  /** Returns why a limit that the test is within cannot fail; empty if nothing shows that. */
  private static String obstacle(Verdict.Within within) {
    Observed observed = within.measurement();
    Quantity most = within.budget().limit();
    if (most == null) {
      return "";
    }
    double least = most instanceof DataSize ? LEAST_BYTES : 1;
    double times = most.amount() / Math.max(least, observed.value().amount());
    if (times > LAX) {
      return "what was measured, %s, is less than a thousandth of it"
          .formatted(observed.value().rounded());
    }
    return observed.distortions().stream()
        .filter(remark -> remark.id().equals(Remark.WORK_ELSEWHERE))
        .findFirst()
        .map(Remark::text)
        .orElse("");
  }

  private static List<String> breakAll(
      Promise promise, Subject subject, List<Budget> limits, List<Measurement> asItIs)
      throws Throwable {
    try {
      Optional<Broken> broken = promise.metric().broken(subject, limits, asItIs);
      if (broken.isEmpty()) {
        String metric = promise.metric().getClass().getSimpleName();
        return forEach(limits, "its metric %s does not say how to break it".formatted(metric));
      }
      List<Measurement> measured = measure(promise, broken.get(), limits);
      List<String> unbroken = new ArrayList<>();
      for (int i = 0; i < limits.size(); i++) {
        unbroken.add(unbroken(limits.get(i).judge(measured.get(i))));
      }
      return unbroken;
    } catch (IllegalAccessException e) {
      return forEach(limits, "what breaks it cannot be put beside the test: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      return forEach(limits, "what breaks it does not fit into the memory of this JVM");
    } finally {
      PlantedClass.forget(subject.testInstances());
    }
  }

  private static List<String> forEach(List<Budget> limits, String reason) {
    return limits.stream().map(limit -> reason).toList();
  }

  private static String unbroken(Verdict verdict) {
    if (verdict instanceof Verdict.Inconclusive inconclusive) {
      return "broken on purpose, it was inconclusive: " + inconclusive.reason();
    }
    if (verdict instanceof Verdict.Unmeasured unmeasured) {
      return "broken on purpose, it was unmeasured: " + unmeasured.reason();
    }
    return verdict instanceof Verdict.Within within
        ? "broken on purpose, it was within: " + within.measurement().value().rounded()
        : "";
  }

  private static List<Measurement> measure(Promise promise, Broken broken, List<Budget> limits)
      throws Throwable {
    return PlanRun.measureOnce(broken.metric(), limits, broken.subject(), promise::text);
  }

  /** Returns the promise and why it cannot fail: {@code allocated bytes, limit 1 GB: …}. */
  String sentence() {
    Quantity most = limit.limit();
    return "%s%s: %s"
        .formatted(
            limit.figure().noun(), most == null ? "" : ", limit " + most.rounded(), obstacle);
  }
}
