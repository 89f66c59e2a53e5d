package dev.tare.engine;

import dev.tare.internal.launch.LauncherRun;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/**
 * Test engine that runs, serially, the methods that have an annotation of Tare and none of Jupiter.
 *
 * <p>A copy of the Jupiter engine discovers and runs them, so that the whole Jupiter lifecycle
 * applies.
 */
public final class TareTestEngine implements TestEngine {

  static final String ID = "tare";

  /**
   * Creates the engine; called by the service loader.
   *
   * <p>Maven Surefire leaves the launcher on the class path if no module of the user requires it.
   * Then the launcher loads {@link RunListener}, which it ignores in a module, but which cannot be
   * loaded unless this module reads the launcher.
   */
  public TareTestEngine() {
    Module own = TareTestEngine.class.getModule();
    if (own.isNamed()) {
      own.addReads(own.getClassLoader().getUnnamedModule());
    }
  }

  /** Returns {@code tare}. */
  @Override
  public String getId() {
    return ID;
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
    return new Discovery(request, uniqueId).root();
  }

  @Override
  public void execute(ExecutionRequest request) {
    TestDescriptor root = request.getRootTestDescriptor();
    LauncherRun.of(root.getUniqueId().toString())
        .ifPresent(
            run ->
                run.failUnrunWith(
                    unrun ->
                        FailingTest.report(unrun, root, request.getEngineExecutionListener())));
    if (root.getClass() == EngineDescriptor.class) {
      request.getEngineExecutionListener().executionStarted(root);
      request
          .getEngineExecutionListener()
          .executionFinished(root, TestExecutionResult.successful());
    } else {
      JupiterEngine.find()
          .map(JupiterEngine::copy)
          .orElseThrow(() -> new JUnitException("the engine junit-jupiter has disappeared"))
          .execute(request);
    }
  }
}
