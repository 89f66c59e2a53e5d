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

/** Asks Jupiter for adapters in the user's name. */
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

  /** Jupiter's root with what is selected, as far as Jupiter accepts it. */
  TestDescriptor discover(Collection<DiscoverySelector> selectors) {
    return discover(selectors, AdaptedRequest.listener(request, causes::add));
  }

  /** The tests that Jupiter would not accept by these selectors; nothing is reported of it. */
  Set<MeasuredTest> refused(Map<MeasuredTest, DiscoverySelector> selectors) {
    return selectors.isEmpty()
        ? Set.of()
        : missing(discover(selectors.values(), EngineDiscoveryListener.NOOP), selectors.keySet());
  }

  /** The tests that have no descriptor below the root. */
  static Set<MeasuredTest> missing(TestDescriptor root, Set<MeasuredTest> tests) {
    Set<String> found =
        root.getDescendants().stream().map(MeasuredTest::placeOf).collect(Collectors.toSet());
    Set<MeasuredTest> missing = new LinkedHashSet<>(tests);
    missing.removeIf(test -> found.contains(test.place()));
    return missing;
  }

  /** Tells of something else that went wrong. */
  void fail(Throwable cause) {
    causes.add(cause);
  }

  /** Why something is missing, as far as it is known. */
  Throwable reason() {
    String because = causes.isEmpty() ? "" : ": " + causes.get(0).getMessage();
    JUnitException reason = new JUnitException("JUnit Jupiter did not accept it" + because);
    causes.forEach(reason::addSuppressed);
    return reason;
  }

  private TestDescriptor discover(
      Collection<DiscoverySelector> selectors, EngineDiscoveryListener listener) {
    return jupiter.discover(AdaptedRequest.of(request, List.copyOf(selectors), listener), engine);
  }
}
