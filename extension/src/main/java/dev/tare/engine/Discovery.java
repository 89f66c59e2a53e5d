package dev.tare.engine;

import static dev.tare.internal.call.ForwardingProxy.call;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
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
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
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
  private final boolean enabled;

  Discovery(EngineDiscoveryRequest request, UniqueId engine) {
    this.request = request;
    this.engine = engine;
    this.enabled =
        request
            .getConfigurationParameters()
            .get(ConfigurationKey.ENABLED.key())
            .filter(text -> text.strip().equals("false")) // a wrong value switches nothing off
            .isEmpty();
  }

  /**
   * Returns the root of the copy with the tests, or an empty one if there are none.
   *
   * @throws JUnitException if there are tests and nothing can run them
   */
  TestDescriptor root() {
    if (getClass().getModule().isNamed()) {
      // elsewhere a listener passes the names of all keys to the tests, which check them
      ConfigurationParameters parameters = request.getConfigurationParameters();
      SuiteKeys.refuseUnknown(parameters.keySet(), new Configuration(parameters::get));
    }
    TestDescriptor root = selectedTests();
    if (enabled && (!root.getChildren().isEmpty() || selectsClass(Discovery::measures))) {
      Agent.prepareAhead(); // takes a quarter of a second, for which the first test would wait
    }
    return root;
  }

  private TestDescriptor selectedTests() {
    boolean selectsTests = selectsClass(type -> MeasuredMethods.in(type).findAny().isPresent());
    boolean selectsClassesOnly =
        request.getSelectorsByType(DiscoverySelector.class).stream()
            .allMatch(ClassSelector.class::isInstance);
    Optional<Class<?>> jupiter =
        !selectsTests && selectsClassesOnly ? Optional.empty() : JupiterEngine.find();
    if (jupiter.isEmpty()) {
      if (selectsTests) {
        throw new JUnitException(NO_JUPITER);
      }
      return new EngineDescriptor(engine, "Tare");
    }
    TestDescriptor root = JupiterEngine.copy(jupiter.get()).discover(withListener(), engine);
    new RefusedMethods().replaceIn(root, enabled);
    removeEmptyClasses(root);
    return root;
  }

  /** Returns whether a selected class fulfils a condition, or cannot be read. */
  private boolean selectsClass(Predicate<Class<?>> condition) {
    return request.getSelectorsByType(ClassSelector.class).stream()
        .anyMatch(
            selector -> {
              try {
                return condition.test(selector.getJavaClass());
              } catch (RuntimeException | LinkageError e) {
                return true;
              }
            });
  }

  /** Returns whether a class declares a method to measure, perhaps a test of Jupiter. */
  private static boolean measures(Class<?> testClass) {
    return Stream.of(testClass.getDeclaredMethods()).anyMatch(MeasuredAnnotations::isMeasured);
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
   * Returns the request with a listener that leaves out what JUnit reports of classes: Jupiter does
   * so itself, and inner classes of other engines are none of Jupiter.
   */
  private EngineDiscoveryRequest withListener() {
    EngineDiscoveryListener original = request.getDiscoveryListener();
    EngineDiscoveryListener listener =
        ForwardingProxy.of(
            EngineDiscoveryListener.class,
            (proxy, method, arguments) ->
                isIssueOfClass(method, arguments) ? null : call(original, method, arguments));
    return ForwardingProxy.of(
        EngineDiscoveryRequest.class,
        (proxy, method, arguments) ->
            method.getName().equals("getDiscoveryListener")
                ? listener
                : call(request, method, arguments));
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
