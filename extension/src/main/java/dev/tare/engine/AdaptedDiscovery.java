package dev.tare.engine;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;

/**
 * One discovery: has Jupiter discover an adapter in the place of each selected method.
 *
 * <p>Jupiter drops a class in which it sees no test of its own; what is missing in its first answer
 * is asked for again by the ways of {@link OnlyMeasuredClasses}.
 */
final class AdaptedDiscovery {

  private static final String NO_JUPITER =
      "there is no engine junit-jupiter, through which Tare runs it; add"
          + " org.junit.jupiter:junit-jupiter-engine to the tests' runtime class path";

  private final EngineDiscoveryRequest request;
  private final UniqueId engine;
  private final Adapters adapters = new Adapters();
  private final Map<MeasuredTest, Method> adapted = new LinkedHashMap<>();
  private final Failures failures;
  private final List<Throwable> causes = new ArrayList<>();

  AdaptedDiscovery(EngineDiscoveryRequest request, UniqueId engine) {
    this.request = request;
    this.engine = engine;
    this.failures = new Failures(engine);
  }

  /** Jupiter's root with the adapters, or a root of our own if there is nothing for Jupiter. */
  TestDescriptor root() {
    new Selection(request, engine, failures).tests().forEach(this::adapt);
    if (adapted.isEmpty()) {
      return new TareDescriptor(engine, failures.descriptors());
    }
    return Jupiter.engine().map(this::discover).orElseGet(this::withoutJupiter);
  }

  private void adapt(MeasuredTest test) {
    try {
      adapted.put(test, adapters.of(test.method()));
    } catch (Exception | LinkageError e) {
      failures.add(test, e);
    }
  }

  private TestDescriptor withoutJupiter() {
    adapted.keySet().forEach(test -> failures.add(test, new JUnitException(NO_JUPITER)));
    return new TareDescriptor(engine, failures.descriptors());
  }

  private TestDescriptor discover(TestEngine jupiter) {
    Map<MeasuredTest, DiscoverySelector> selectors = new LinkedHashMap<>();
    adapted.forEach((test, adapter) -> selectors.put(test, test.selector(adapter)));
    TestDescriptor root = discover(jupiter, selectors);
    Map<MeasuredTest, Method> missing = missingIn(root);
    if (!missing.isEmpty()) {
      OnlyMeasuredClasses only = new OnlyMeasuredClasses(engine, missing);
      selectors.putAll(only.uniqueIds());
      root = only.inContext(() -> discover(jupiter, selectors));
      only.complete(root, missingIn(root).keySet(), causes::add);
    }
    missingIn(root).keySet().forEach(test -> failures.add(test, reason()));
    failures.descriptors().forEach(root::addChild);
    return root;
  }

  private TestDescriptor discover(
      TestEngine jupiter, Map<MeasuredTest, DiscoverySelector> selectors) {
    return jupiter.discover(
        AdaptedRequest.of(request, List.copyOf(selectors.values()), causes::add), engine);
  }

  private Map<MeasuredTest, Method> missingIn(TestDescriptor root) {
    Set<String> found =
        root.getDescendants().stream().map(MeasuredTest::placeOf).collect(Collectors.toSet());
    Map<MeasuredTest, Method> missing = new LinkedHashMap<>(adapted);
    missing.keySet().removeIf(test -> found.contains(test.place()));
    return missing;
  }

  private Throwable reason() {
    JUnitException reason = new JUnitException("JUnit Jupiter did not accept it");
    causes.forEach(reason::addSuppressed);
    return reason;
  }
}
