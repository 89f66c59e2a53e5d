package dev.tare.engine;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.model.Report.TestId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Tests of a plan that have annotations of Tare, but neither passed nor failed. */
final class UnrunPromises {

  private final Set<String> passedOrFailed = ConcurrentHashMap.newKeySet();
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Records that JUnit skipped a test or container. */
  void addSkipped(TestIdentifier test, String reason) {
    reasons.put(test.getUniqueId(), "skipped: " + reason);
  }

  /** Records how a test or container ended. */
  void addFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      reasons.put(
          test.getUniqueId(),
          "aborted: " + result.getThrowable().map(Throwable::getMessage).orElse(""));
    } else if (test.isTest()) {
      source(test).ifPresent(method -> passedOrFailed.add(name(method)));
    }
  }

  /** Returns the tests of the finished plan, each with the reason. */
  Map<TestId, String> of(TestPlan plan) {
    Map<TestId, String> tests = new HashMap<>();
    for (TestIdentifier root : plan.getRoots()) {
      for (TestIdentifier test : plan.getDescendants(root)) {
        source(test)
            .filter(method -> !passedOrFailed.contains(name(method)) && hasPromise(method))
            .ifPresent(
                method ->
                    tests.put(
                        new TestId(method.getClassName(), sourceName(method), ""),
                        reason(plan, test)));
      }
    }
    return tests;
  }

  /** Returns the reason of the test or of what contains it. */
  private String reason(TestPlan plan, TestIdentifier test) {
    return Stream.iterate(
            Optional.of(test), Optional::isPresent, node -> node.flatMap(plan::getParent))
        .flatMap(node -> node.map(TestIdentifier::getUniqueId).map(reasons::get).stream())
        .findFirst()
        .orElse("not called");
  }

  private static boolean hasPromise(MethodSource method) {
    try {
      return MeasuredAnnotations.applyTo(method.getJavaClass(), sourceName(method));
    } catch (RuntimeException | LinkageError e) {
      return false; // a class that cannot be read fails on its own
    }
  }

  /** Returns the name of a method in its source; that of the class file if it cannot be read. */
  static String sourceName(MethodSource method) {
    try {
      return KotlinNames.sourceName(method.getJavaClass(), method.getMethodName());
    } catch (RuntimeException | LinkageError e) {
      return method.getMethodName();
    }
  }

  private static Optional<MethodSource> source(TestIdentifier test) {
    return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
  }

  private static String name(MethodSource method) {
    return method.getClassName() + "." + method.getMethodName();
  }
}
