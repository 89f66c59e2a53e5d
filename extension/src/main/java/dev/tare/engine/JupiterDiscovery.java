package dev.tare.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;

/** Discovers adapters through Jupiter with the parameters of the user's request. */
final class JupiterDiscovery {

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
