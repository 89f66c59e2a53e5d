package dev.tare.engine;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.call.ForwardingProxy;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.model.Report.TestId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;

/**
 * Warns of a build that includes Jupiter's engine by name and not Tare's: methods without
 * {@code @Test} would not run, and no tool reports that. The launcher finds this listener on the
 * class path only.
 */
public final class EngineFilterWarning implements LauncherDiscoveryListener {

  /** An id that no filter names. */
  private static final String UNNAMED = "unnamed-engine";

  /** Creates the listener; called by the service loader. */
  public EngineFilterWarning() {}

  @Override
  public void launcherDiscoveryStarted(LauncherDiscoveryRequest request) {
    of(request).ifPresent(LauncherRun::warnOnce);
    LauncherRun.select(UnjudgedPromises.selected(request));
  }

  /** Returns the warning; empty if Tare's engine is excluded by name. */
  static Optional<String> of(LauncherDiscoveryRequest request) {
    List<EngineFilter> filters = request.getEngineFilters();
    boolean isExcluded =
        filters.stream()
            .anyMatch(filter -> !includes(filter, TareTestEngine.ID) && includes(filter, UNNAMED));
    boolean isLeftOut = filters.stream().anyMatch(filter -> !includes(filter, TareTestEngine.ID));
    boolean runsJupiter = filters.stream().allMatch(filter -> includes(filter, JupiterEngine.ID));
    if (isExcluded || !isLeftOut || !runsJupiter) {
      return Optional.empty();
    }
    return request.getSelectorsByType(ClassSelector.class).stream()
        .flatMap(EngineFilterWarning::tests)
        .findFirst()
        .map(
            test ->
                "Tare: %s does not run, nor does any other test without @Test: this run includes the engine \"%s\" and not \"%s\"; include both, or exclude \"%s\""
                    .formatted(
                        test.shortName(), JupiterEngine.ID, TareTestEngine.ID, TareTestEngine.ID));
  }

  private static Stream<TestId> tests(ClassSelector selector) {
    try {
      Class<?> type = selector.getJavaClass();
      return MeasuredMethods.in(type)
          .map(test -> new TestId(type.getName(), KotlinNames.sourceName(test), ""));
    } catch (RuntimeException | LinkageError e) {
      return Stream.empty(); // a class that cannot be read fails on its own
    }
  }

  private static boolean includes(EngineFilter filter, String id) {
    TestEngine named = ForwardingProxy.of(TestEngine.class, (method, arguments) -> id);
    return filter.apply(named).included();
  }
}
