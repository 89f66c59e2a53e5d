package dev.tare.engine;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.call.ForwardingProxy;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.model.Report.TestId;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Methods with annotations of Tare that got no verdict in a run: tests of the plan that neither
 * passed in Jupiter or Tare nor failed, and annotated methods of selected classes that are no
 * tests.
 */
final class UnjudgedPromises {

  private final Set<String> decided = ConcurrentHashMap.newKeySet();
  private final Map<String, String> reasons = new ConcurrentHashMap<>();
  private final Map<TestId, String> found = new HashMap<>();
  private final List<Supplier<Class<?>>> selected;

  /**
   * @param selected the classes that were selected as a whole, without a filter
   */
  UnjudgedPromises(List<Supplier<Class<?>>> selected) {
    this.selected = selected;
  }

  /**
   * Returns the selected classes; none if the request selects methods too, filters classes or
   * tests, or excludes JUnit Jupiter. A build that includes Jupiter and not Tare's engine runs no
   * method without {@code @Test}, and no tool reports that.
   */
  static List<Supplier<Class<?>>> selected(LauncherDiscoveryRequest request) {
    List<ClassSelector> classes = request.getSelectorsByType(ClassSelector.class);
    boolean isWhole =
        classes.size() == request.getSelectorsByType(DiscoverySelector.class).size()
            && request.getFiltersByType(DiscoveryFilter.class).isEmpty()
            && request.getPostDiscoveryFilters().isEmpty()
            && request.getEngineFilters().stream().allMatch(UnjudgedPromises::includesJupiter);
    return isWhole
        ? classes.stream().<Supplier<Class<?>>>map(selector -> selector::getJavaClass).toList()
        : List.of();
  }

  private static boolean includesJupiter(EngineFilter filter) {
    TestEngine jupiter =
        ForwardingProxy.of(TestEngine.class, (proxy, method, arguments) -> JupiterEngine.ID);
    return filter.apply(jupiter).included();
  }

  /**
   * Returns whether a test has a parameter, such as {@code Retained}, without an annotation of Tare
   * that would register the extension.
   */
  static boolean hasUnlimitedHolder(TestPlan plan) {
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .flatMap(test -> source(test).stream())
        .anyMatch(UnjudgedPromises::hasUnlimitedHolder);
  }

  private static boolean hasUnlimitedHolder(MethodSource test) {
    try {
      return String.valueOf(test.getMethodParameterTypes()).contains("dev.tare.")
          && !MeasuredAnnotations.applyTo(test.getJavaClass(), sourceName(test));
    } catch (RuntimeException | LinkageError e) {
      return false; // JUnit does not run it either
    }
  }

  /** Records that JUnit skipped a test or container. */
  void addSkipped(TestIdentifier test, String reason) {
    reasons.put(test.getUniqueId(), "skipped: " + reason);
  }

  /** Records how a test or container ended. */
  void addFinished(TestIdentifier test, TestExecutionResult result) {
    boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      reasons.put(
          test.getUniqueId(),
          "aborted: " + result.getThrowable().map(Throwable::getMessage).orElse(""));
    } else if (test.isTest() && (failed || isMeasuredThere(test.getUniqueId()))) {
      source(test).ifPresent(method -> decided.add(name(method)));
    } else if (test.isTest()) {
      reasons.put(test.getUniqueId(), "run by another engine than JUnit Jupiter");
    }
  }

  private static boolean isMeasuredThere(String uniqueId) {
    return uniqueId.contains("[engine:junit-jupiter]") || LauncherRun.isRunByTare(uniqueId);
  }

  /** Returns the methods without a verdict, each with the reason. */
  Map<TestId, String> of(TestPlan plan) {
    Set<String> planned = new HashSet<>();
    for (TestIdentifier root : plan.getRoots()) {
      for (TestIdentifier test : plan.getDescendants(root)) {
        source(test)
            .ifPresent(
                method -> {
                  planned.add(name(method));
                  unlessUnreadable(() -> addUndecided(method, () -> reason(plan, test)));
                });
      }
    }
    selected.forEach(
        type ->
            unlessUnreadable(
                () -> withMembers(type.get()).forEach(member -> addUnplanned(member, planned))));
    return found;
  }

  /** Reads a class; one that cannot be read fails on its own. */
  private static void unlessUnreadable(Runnable reading) {
    try {
      reading.run();
    } catch (RuntimeException | LinkageError e) {
      // JUnit does not run it either
    }
  }

  private void addUndecided(MethodSource method, Supplier<String> reason) {
    String name = sourceName(method);
    if (!decided.contains(name(method))
        && MeasuredAnnotations.applyTo(method.getJavaClass(), name)) {
      found.putIfAbsent(new TestId(method.getClassName(), name, ""), reason.get());
    }
  }

  /** Returns the reason of the test or of what contains it. */
  private String reason(TestPlan plan, TestIdentifier test) {
    return Stream.iterate(
            Optional.of(test), Optional::isPresent, node -> node.flatMap(plan::getParent))
        .flatMap(node -> node.map(TestIdentifier::getUniqueId).map(reasons::get).stream())
        .findFirst()
        .orElse("not called");
  }

  /** Returns a class and those in it, except classes that a build may run by themselves. */
  private static Stream<Class<?>> withMembers(Class<?> type) {
    int standalone = Modifier.STATIC | Modifier.PRIVATE;
    return Stream.concat(
        Stream.of(type),
        ReflectionSupport.findNestedClasses(
                type,
                member ->
                    (member.getModifiers() & standalone) != Modifier.STATIC
                        && !Modifier.isAbstract(member.getModifiers()))
            .stream()
            .flatMap(UnjudgedPromises::withMembers));
  }

  /** Adds annotated methods of a class that no test of the plan runs with the annotation. */
  private void addUnplanned(Class<?> type, Set<String> planned) {
    MeasuredAnnotations.hierarchy(type)
        .flatMap(declaring -> Stream.of(declaring.getDeclaredMethods()))
        .filter(method -> !method.isBridge())
        .filter(method -> MeasuredAnnotations.isMeasured(method) || isOnParameter(method))
        .filter(
            method ->
                !planned.contains(type.getName() + "." + method.getName())
                    || !MeasuredAnnotations.applyTo(type, KotlinNames.sourceName(method)))
        .map(
            method ->
                new TestId(
                    method.getDeclaringClass().getName(), KotlinNames.sourceName(method), ""))
        .forEach(test -> found.putIfAbsent(test, "no test judges it"));
  }

  private static boolean isOnParameter(Method method) {
    return method.getParameterCount() > 0
        && Stream.of(method.getParameters()).anyMatch(MeasuredAnnotations::areOn);
  }

  /** Returns the name of a method in its source; that of the class file if it cannot be read. */
  static String sourceName(MethodSource method) {
    try {
      return KotlinNames.sourceName(method.getJavaMethod());
    } catch (RuntimeException | LinkageError e) {
      return method.getMethodName();
    }
  }

  /** Returns the method of a test; empty for other tests and for containers of other kinds. */
  static Optional<MethodSource> source(TestIdentifier test) {
    return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
  }

  private static String name(MethodSource method) {
    return method.getClassName() + "." + method.getMethodName();
  }
}
