package dev.tare.engine;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.launch.Census;
import dev.tare.internal.launch.ExportFiles;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.LauncherRun.CurrentTest;
import dev.tare.internal.weight.TestName;
import dev.tare.model.Report.TestId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.PreconditionViolationException;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Opens and closes the {@link LauncherRun} when a launcher runs all engines. The launcher finds
 * this listener on the class path only: a module cannot provide it without requiring the launcher,
 * which need not be a module. It cannot be a listener of sessions, which a launcher on the class
 * path loads before {@link TareTestEngine} lets the module read it.
 */
public final class RunListener implements TestExecutionListener, LauncherDiscoveryListener {

  /** Files of all runs of this launcher, which has one at a time. */
  private final ExportFiles exports = new ExportFiles();

  private volatile @Nullable LauncherRun latestRun;
  private volatile boolean detects;
  private volatile @Nullable TestPlan latestPlan;
  private final AtomicInteger openEngines = new AtomicInteger();
  private volatile UnjudgedPromises unjudged = new UnjudgedPromises(List.of());

  /** Creates the listener; called by the service loader. */
  public RunListener() {}

  @Override
  public void launcherDiscoveryStarted(LauncherDiscoveryRequest request) {
    LauncherRun.select(UnjudgedPromises.selected(request));
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    ConfigurationParameters parameters = plan.getConfigurationParameters();
    LauncherRun run =
        LauncherRun.open(
            id -> contains(plan, id),
            parameters.keySet(),
            key -> parameters.get(key).orElse(null),
            exports);
    latestRun = run;
    latestPlan = plan;
    openEngines.set(plan.getRoots().size());
    unjudged = new UnjudgedPromises(LauncherRun.takeSelected());
    detects = run.openCensus() || UnjudgedPromises.hasUnlimitedHolder(plan);
    if (detects) {
      CensusInterceptor.register(parameters);
    }
  }

  // called on the thread that runs the test, as executionFinished is
  @Override
  public void executionStarted(TestIdentifier test) {
    LauncherRun run = latestRun;
    if (run == null || !test.isTest()) {
      return;
    }
    UnjudgedPromises.source(test)
        .ifPresent(
            method ->
                run.begin(
                    new CurrentTest(
                        test.getUniqueId(),
                        method::getJavaClass,
                        method::getJavaMethod,
                        this::displayName)));
  }

  /** Returns whether Jupiter itself runs a test, and not Tare's engine by Jupiter. */
  private static boolean isOrdinary(TestIdentifier test) {
    return test.isTest()
        && test.getUniqueId().contains("[engine:junit-jupiter]")
        && !LauncherRun.isRunByTare(test.getUniqueId());
  }

  private String displayName(String uniqueId) {
    TestPlan plan = latestPlan;
    return plan == null ? "" : plan.getTestIdentifier(UniqueId.parse(uniqueId)).getDisplayName();
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    unjudged.addSkipped(test, reason);
    endEngine(test);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    OptimizerHold.releaseAfterTest();
    unjudged.addFinished(test, result);
    LauncherRun run = latestRun;
    if (run == null) {
      return;
    }
    Census census = LauncherRun.censusOf(test.getUniqueId()).orElse(null);
    if (census != null) {
      Optional<TestIdentifier> ordinary = Optional.of(test).filter(RunListener::isOrdinary);
      census.end(test.getUniqueId(), ordinary.map(this::id));
    }
    if (test.isTest()) {
      if (result.getThrowable().orElse(null) instanceof TareConfigurationException) {
        run.addRefused();
      }
      run.end();
    } else {
      endEngine(test);
    }
  }

  /** Reports the tests that did not run when the last engine is done, while tests can fail. */
  private void endEngine(TestIdentifier container) {
    LauncherRun run = latestRun;
    TestPlan plan = latestPlan;
    if (run != null
        && plan != null
        && container.getParentId().isEmpty()
        && openEngines.decrementAndGet() == 0) {
      run.failUnrun(() -> unjudged.of(plan));
    }
  }

  private TestId id(TestIdentifier test) {
    return UnjudgedPromises.source(test)
        .map(
            method ->
                new TestId(
                    method.getClassName(),
                    UnjudgedPromises.sourceName(method),
                    TestName.invocations(
                        method.getClassName(), test.getUniqueId(), this::displayName)))
        .orElseGet(() -> new TestId("", test.getDisplayName(), ""));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    LauncherRun run = latestRun;
    latestRun = null;
    latestPlan = null;
    if (run != null) {
      if (detects) {
        CensusInterceptor.unregister();
      }
      run.addUnrun(unjudged.of(plan));
      run.close();
    }
  }

  private static boolean contains(TestPlan plan, String uniqueId) {
    try {
      plan.getTestIdentifier(UniqueId.parse(uniqueId));
      return true;
    } catch (PreconditionViolationException e) {
      return false;
    }
  }
}
