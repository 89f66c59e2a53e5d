package dev.tare.engine;

import dev.tare.internal.launch.LauncherRun;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.commons.PreconditionViolationException;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Opens and closes the {@link LauncherRun} when a launcher runs all engines. The launcher finds it
 * on the class path only: a module cannot provide it without requiring the launcher, which need not
 * be a module.
 */
public final class RunListener implements TestExecutionListener {

  private final Map<TestPlan, LauncherRun> open = new ConcurrentHashMap<>();

  /** Creates the listener; called by the service loader. */
  public RunListener() {}

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    open.put(
        plan,
        LauncherRun.open(id -> contains(plan, id), plan.getConfigurationParameters().keySet()));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    LauncherRun run = open.remove(plan);
    if (run != null) {
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
