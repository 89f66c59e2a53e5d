package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.launch.SuiteKeys;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;

/**
 * Discovers the selected tests: lets Jupiter discover an adapter in place of each method.
 *
 * <p>Jupiter refuses a class without a Jupiter test. A first discovery finds the refused classes;
 * {@link OnlyMeasuredClasses} handles them.
 */
final class AdaptedDiscovery {

  private static final String NO_JUPITER =
      "there is no engine junit-jupiter, through which Tare runs it; add"
          + " org.junit.jupiter:junit-jupiter-engine to the tests' runtime class path";

  private final EngineDiscoveryRequest request;
  private final UniqueId engine;
  private final Adapters adapters = new Adapters();
  private final RefusedMethods refused = new RefusedMethods();
  private final Map<MeasuredTest, Method> adapted = new LinkedHashMap<>();
  private final DiscoveryFailures failures;

  AdaptedDiscovery(EngineDiscoveryRequest request, UniqueId engine) {
    this.request = request;
    this.engine = engine;
    this.failures = new DiscoveryFailures(engine);
  }

  /** Returns Jupiter's root with the adapters, or Tare's own root if Jupiter has nothing to run. */
  TestDescriptor root() {
    if (getClass().getModule().isNamed()) {
      checkKeys();
    }
    new TestSelection(request, engine, failures).tests().forEach(this::adapt);
    if (adapted.isEmpty()) {
      return new TareDescriptor(engine, failures.descriptors());
    }
    return JupiterEngine.engine().map(this::discover).orElseGet(this::withoutJupiter);
  }

  /**
   * Adds a failure for an unknown key. Elsewhere a listener passes the names of all keys to the
   * tests, which check them; on the module path there is none.
   */
  private void checkKeys() {
    ConfigurationParameters parameters = request.getConfigurationParameters();
    try {
      Configuration configuration = new Configuration(parameters::get);
      SuiteKeys.refuseUnknown(parameters.keySet(), configuration);
    } catch (TareConfigurationException e) {
      failures.add(e);
    }
  }

  private void adapt(MeasuredTest test) {
    ConfigurationParameters parameters = request.getConfigurationParameters();
    try {
      Optional<TareConfigurationException> refusal = refused.refusal(test);
      if (refusal.isEmpty()) {
        adapted.put(test, adapters.of(test.method()));
      } else if (parameters.getBoolean(ConfigurationKey.ENABLED.key()).orElse(true)) {
        failures.add(test, refusal.get());
      }
    } catch (Exception | LinkageError e) {
      failures.add(test, e);
    }
  }

  private TestDescriptor withoutJupiter() {
    adapted.keySet().forEach(test -> failures.add(test, new JUnitException(NO_JUPITER)));
    return new TareDescriptor(engine, failures.descriptors());
  }

  private TestDescriptor discover(TestEngine jupiterEngine) {
    JupiterDiscovery jupiter = new JupiterDiscovery(jupiterEngine, request, engine);
    Map<MeasuredTest, DiscoverySelector> selectors = new LinkedHashMap<>();
    adapted.forEach((test, adapter) -> selectors.put(test, test.selector(adapter)));
    OnlyMeasuredClasses measuredOnly =
        new OnlyMeasuredClasses(engine, refusedTests(jupiter, selectors));
    Map<MeasuredTest, DiscoverySelector> uniqueIds = measuredOnly.uniqueIdSelectors();
    selectors.putAll(uniqueIds);
    TestDescriptor root =
        measuredOnly.withContextClassLoader(() -> discoverAccepted(jupiter, selectors, uniqueIds));
    complete(root, measuredOnly, jupiter);
    JupiterDiscovery.missingTests(root, adapted.keySet())
        .forEach(test -> failures.add(test, jupiter.missingTestFailure()));
    failures.descriptors().forEach(root::addChild);
    return TareDescriptor.of(root);
  }

  /** Discovers the tests, without those in classes that Jupiter refuses even by unique id. */
  private TestDescriptor discoverAccepted(
      JupiterDiscovery jupiter,
      Map<MeasuredTest, DiscoverySelector> selectors,
      Map<MeasuredTest, DiscoverySelector> uniqueIds) {
    selectors.keySet().removeAll(inClassesOf(jupiter.refused(onePerClass(uniqueIds))));
    return jupiter.discover(selectors.values());
  }

  /**
   * Adds missing tests and replaces the adapters. If Jupiter's internals are not accessible, tests
   * run through their adapters, and missing tests fail.
   */
  private void complete(
      TestDescriptor root, OnlyMeasuredClasses measuredOnly, JupiterDiscovery jupiter) {
    Set<MeasuredTest> missing = JupiterDiscovery.missingTests(root, adapted.keySet());
    try {
      JupiterDescriptors descriptors = new JupiterDescriptors(root);
      if (!missing.isEmpty()) {
        measuredOnly.addMissing(descriptors, missing);
      }
      descriptors.replaceAdapters(adapted.keySet());
    } catch (ReflectiveOperationException | RuntimeException e) {
      measuredOnly.removeTemplates(
          root); // they would run no invocation, and no failure would show it
      jupiter.addCause(
          new JUnitException(
              "Tare cannot use the internals of this JUnit Jupiter ("
                  + e
                  + "); if JUnit is on the module path, let Tare's agent open them with"
                  + " -XX:+EnableDynamicAgentLoading",
              e));
    }
  }

  /** Returns the adapted tests in the classes that Jupiter refuses. */
  private Map<MeasuredTest, Method> refusedTests(
      JupiterDiscovery jupiter, Map<MeasuredTest, DiscoverySelector> selectors) {
    Map<MeasuredTest, Method> refused = new LinkedHashMap<>(adapted);
    refused.keySet().retainAll(inClassesOf(jupiter.refused(onePerClass(selectors))));
    return refused;
  }

  /** Returns one test of each class: Jupiter searches all methods of a class for each selector. */
  private static Map<MeasuredTest, DiscoverySelector> onePerClass(
      Map<MeasuredTest, DiscoverySelector> selectors) {
    Map<List<Class<?>>, MeasuredTest> first = new LinkedHashMap<>();
    selectors.keySet().forEach(test -> first.putIfAbsent(test.classes(), test));
    Map<MeasuredTest, DiscoverySelector> samples = new LinkedHashMap<>(selectors);
    samples.keySet().retainAll(Set.copyOf(first.values()));
    return samples;
  }

  /** Returns the adapted tests in the same classes as the samples. */
  private Set<MeasuredTest> inClassesOf(Set<MeasuredTest> samples) {
    Set<List<Class<?>>> classes =
        samples.stream().map(MeasuredTest::classes).collect(Collectors.toSet());
    return adapted.keySet().stream()
        .filter(test -> classes.contains(test.classes()))
        .collect(Collectors.toSet());
  }

  /** Discovers adapters through Jupiter with the parameters of the user's request. */
  private static final class JupiterDiscovery {

    private final TestEngine jupiter;
    private final EngineDiscoveryRequest request;
    private final UniqueId engine;
    private final List<Throwable> causes = new ArrayList<>();

    JupiterDiscovery(TestEngine jupiter, EngineDiscoveryRequest request, UniqueId engine) {
      this.jupiter = jupiter;
      this.request = request;
      this.engine = engine;
    }

    /** Returns Jupiter's root with the selected tests that Jupiter accepts. */
    TestDescriptor discover(Collection<DiscoverySelector> selectors) {
      return discover(selectors, AdaptedRequest.listener(request, causes::add));
    }

    /** Returns the tests that Jupiter does not discover with these selectors; reports no issues. */
    Set<MeasuredTest> refused(Map<MeasuredTest, DiscoverySelector> selectors) {
      return selectors.isEmpty()
          ? Set.of()
          : missingTests(
              discover(selectors.values(), EngineDiscoveryListener.NOOP), selectors.keySet());
    }

    /** Returns the tests that have no descriptor below the root. */
    static Set<MeasuredTest> missingTests(TestDescriptor root, Set<MeasuredTest> tests) {
      Set<String> found =
          root.getDescendants().stream().map(MeasuredTest::placeOf).collect(Collectors.toSet());
      Set<MeasuredTest> missing = new LinkedHashSet<>(tests);
      missing.removeIf(test -> found.contains(test.place()));
      return missing;
    }

    /** Adds a cause of missing tests. */
    void addCause(Throwable cause) {
      causes.add(cause);
    }

    /** Returns the failure of a test that Jupiter did not accept, with the known causes. */
    Throwable missingTestFailure() {
      String firstCause = causes.isEmpty() ? "" : ": " + causes.get(0).getMessage();
      JUnitException failure = new JUnitException("JUnit Jupiter did not accept it" + firstCause);
      causes.forEach(failure::addSuppressed);
      return failure;
    }

    private TestDescriptor discover(
        Collection<DiscoverySelector> selectors, EngineDiscoveryListener listener) {
      return jupiter.discover(AdaptedRequest.of(request, List.copyOf(selectors), listener), engine);
    }
  }
}
