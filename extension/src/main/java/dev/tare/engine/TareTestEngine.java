package dev.tare.engine;

import dev.tare.internal.launch.LauncherRun;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;

/**
 * Test engine that runs, serially, the methods that have an annotation of Tare and none of Jupiter.
 *
 * <p>A copy of the Jupiter engine discovers and runs them, so that the whole Jupiter lifecycle
 * applies.
 */
public final class TareTestEngine implements TestEngine {

  static final String ID = "tare";

  private @Nullable LauncherRun discoveredRun;

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
  public Optional<String> getGroupId() {
    return Optional.of("dev.tare");
  }

  @Override
  public Optional<String> getArtifactId() {
    return Optional.of("tare-junit-jupiter");
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
    if (uniqueId.getSegments().size() == 1) { // a suite belongs to the run that contains it
      openRun(request.getConfigurationParameters());
    }
    return new Discovery(request, uniqueId).root();
  }

  @Override
  public void execute(ExecutionRequest request) {
    closeRunAfter(request);
    TestDescriptor root = request.getRootTestDescriptor();
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

  /**
   * Opens the run on the module path, where there is no {@link RunListener}, before any engine
   * executes tests. Closes a previous run that was discovered but not executed.
   */
  private synchronized void openRun(ConfigurationParameters parameters) {
    if (discoveredRun != null) {
      discoveredRun.close();
      discoveredRun = null;
    }
    if (TareTestEngine.class.getModule().isNamed() && runStore().isPresent()) {
      discoveredRun =
          LauncherRun.open(
              id -> true, parameters.keySet(), key -> parameters.get(key).orElse(null), null);
      discoveredRun.refuseCensus(
          "tests are counted on the class path only, not on the module path");
    }
  }

  /** Closes the run when all engines have executed their tests. */
  private synchronized void closeRunAfter(ExecutionRequest request) {
    LauncherRun run = discoveredRun;
    discoveredRun = null;
    if (run != null) {
      runStore().ifPresent(store -> store.accept(request, run));
    }
  }

  /**
   * Returns a function that adds a run to the store that all engines share, and that JUnit closes
   * at the end; empty before JUnit 5.13.
   */
  @SuppressWarnings("unchecked") // JUnit versions have different types of namespaces
  private static Optional<BiConsumer<ExecutionRequest, LauncherRun>> runStore() {
    try {
      Method getStore = ExecutionRequest.class.getMethod("getStore");
      Class<?> store = getStore.getReturnType();
      Object namespace =
          Class.forName(store.getPackageName() + ".Namespace").getField("GLOBAL").get(null);
      return Optional.of(
          (request, run) ->
              ((NamespacedHierarchicalStore<Object>)
                      ReflectionSupport.invokeMethod(getStore, request))
                  .put(namespace, run, run));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }
}
