package dev.tare.engine;

import static dev.tare.internal.call.ForwardingProxy.call;
import static java.util.Objects.requireNonNull;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.call.ForwardingProxy;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.launch.SuiteKeys;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.PreconditionViolationException;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.SelectorResolutionResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** Discovers the selected tests of Tare's engine through the copy of Jupiter. */
final class Discovery {

  private static final String NO_JUPITER =
      "there is no engine junit-jupiter, through which Tare runs its tests; add"
          + " org.junit.jupiter:junit-jupiter-engine to the tests' runtime class path";

  private final EngineDiscoveryRequest request;
  private final UniqueId engine;
  private final DiscoveryFailures failures;
  private final boolean enabled;

  Discovery(EngineDiscoveryRequest request, UniqueId engine) {
    this.request = request;
    this.engine = engine;
    this.failures = new DiscoveryFailures(engine);
    this.enabled =
        request
            .getConfigurationParameters()
            .getBoolean(ConfigurationKey.ENABLED.key())
            .orElse(true);
  }

  /** Returns the root of the copy with the tests, or an empty one if nothing can run them. */
  TestDescriptor root() {
    if (getClass().getModule().isNamed()) {
      checkKeys();
    }
    TestDescriptor root = selectedTests();
    failures.descriptors().forEach(root::addChild);
    if (enabled && (!root.getChildren().isEmpty() || !classes(Discovery::measures).isEmpty())) {
      Agent.prepareAhead(); // takes a quarter of a second, for which the first test would wait
    }
    return root;
  }

  /**
   * Adds a failure for an unknown key. Elsewhere a listener passes the names of all keys to the
   * tests, which check them; on the module path there is none.
   */
  private void checkKeys() {
    ConfigurationParameters parameters = request.getConfigurationParameters();
    try {
      SuiteKeys.refuseUnknown(parameters.keySet(), new Configuration(parameters::get));
    } catch (TareConfigurationException e) {
      failures.add(e);
    }
  }

  private TestDescriptor selectedTests() {
    List<ClassSelector> classes = classes(Discovery::hasTests);
    boolean selectsClassesOnly =
        request.getSelectorsByType(DiscoverySelector.class).stream()
            .allMatch(ClassSelector.class::isInstance);
    if (classes.isEmpty() && selectsClassesOnly) {
      return emptyRoot();
    }
    Optional<Class<?>> jupiter = JupiterEngine.find();
    if (jupiter.isEmpty()) {
      classes.forEach(selector -> failures.add(selector, new JUnitException(NO_JUPITER)));
      return emptyRoot();
    }
    try {
      TestDescriptor root = JupiterEngine.copy(jupiter.get()).discover(withListener(), engine);
      refuse(root);
      removeEmptyClasses(root);
      return root;
    } catch (Exception | LinkageError e) {
      List<?> failed = classes.isEmpty() ? List.of("what was selected") : classes;
      failed.forEach(selector -> failures.add(selector, e));
      return emptyRoot();
    }
  }

  private TestDescriptor emptyRoot() {
    return new EngineDescriptor(engine, "Tare");
  }

  /** Returns the selected classes that fulfil a condition, and those that cannot be read. */
  private List<ClassSelector> classes(Predicate<Class<?>> condition) {
    return request.getSelectorsByType(ClassSelector.class).stream()
        .filter(
            selector -> {
              try {
                return condition.test(selector.getJavaClass());
              } catch (RuntimeException | LinkageError e) {
                return true;
              }
            })
        .toList();
  }

  private static boolean hasTests(Class<?> testClass) {
    return MeasuredMethods.in(testClass).findAny().isPresent();
  }

  /** Returns whether a class declares a method to measure, perhaps a test of Jupiter. */
  private static boolean measures(Class<?> testClass) {
    return Stream.of(testClass.getDeclaredMethods()).anyMatch(MeasuredAnnotations::isMeasured);
  }

  private void refuse(TestDescriptor root) {
    RefusedMethods refused = new RefusedMethods();
    for (TestDescriptor test : List.copyOf(root.getDescendants())) {
      if (test.getSource().orElse(null) instanceof MethodSource method) {
        refused
            .refusal(method.getJavaClass(), method.getJavaMethod())
            .ifPresent(
                refusal -> {
                  test.removeFromHierarchy();
                  if (enabled) {
                    failures.add(test, method, refusal);
                  }
                });
      }
    }
  }

  /** Removes classes without a test, such as templates of classes, which Jupiter always accepts. */
  private static void removeEmptyClasses(TestDescriptor root) {
    for (TestDescriptor type : List.copyOf(root.getDescendants())) {
      if (!type.isRoot() // its container may be removed
          && type.getSource().orElse(null) instanceof ClassSource
          && type.getDescendants().stream()
              .noneMatch(test -> test.getSource().orElse(null) instanceof MethodSource)) {
        type.removeFromHierarchy();
      }
    }
  }

  /**
   * Returns the request with a listener that keeps from the user's listener what Jupiter itself
   * reports, and failures, which would end the discovery of all engines.
   */
  private EngineDiscoveryRequest withListener() {
    EngineDiscoveryListener original = request.getDiscoveryListener();
    EngineDiscoveryListener listener =
        ForwardingProxy.of(
            EngineDiscoveryListener.class,
            (method, arguments) ->
                isFailure(arguments) || isIssueOfClass(method, arguments)
                    ? null
                    : call(original, method, arguments));
    return ForwardingProxy.of(
        EngineDiscoveryRequest.class,
        (method, arguments) ->
            method.getName().equals("getDiscoveryListener")
                ? listener
                : call(request, method, arguments));
  }

  /**
   * Returns whether a selector failed; adds the failure, unless what is selected does not exist.
   */
  private boolean isFailure(@Nullable Object[] arguments) {
    if (!(arguments.length == 3 && arguments[2] instanceof SelectorResolutionResult found)) {
      return false;
    }
    found
        .getThrowable()
        .filter(cause -> !(cause instanceof PreconditionViolationException))
        .ifPresent(cause -> failures.add(requireNonNull(arguments[1]), cause));
    return found.getThrowable().isPresent();
  }

  /** Returns whether JUnit reports an issue (since 5.13) that is not about a method. */
  private static boolean isIssueOfClass(Method method, @Nullable Object[] arguments)
      throws ReflectiveOperationException {
    if (!method.getName().equals("issueEncountered")) {
      return false;
    }
    Method source = method.getParameterTypes()[1].getMethod("source");
    return !(source.invoke(arguments[1]) instanceof Optional<?> place
        && place.orElse(null) instanceof MethodSource);
  }
}
