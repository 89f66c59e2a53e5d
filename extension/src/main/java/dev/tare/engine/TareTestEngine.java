package dev.tare.engine;

import java.util.Optional;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;

/**
 * Test engine that runs the methods with an annotation of Tare and none of Jupiter, serially.
 *
 * <p>Jupiter runs an adapter method instead of each, so that the whole Jupiter lifecycle applies. A
 * method that cannot be discovered becomes a failed test; discovery throws nothing, since an
 * exception would end the discovery of all engines.
 */
public final class TareTestEngine implements TestEngine {

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
    return "tare";
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
    try {
      return new AdaptedDiscovery(request, uniqueId).root();
    } catch (Exception | LinkageError e) {
      DiscoveryFailures failures = new DiscoveryFailures(uniqueId);
      failures.add("what was selected", e);
      return new TareDescriptor(uniqueId, failures.descriptors());
    }
  }

  @Override
  public void execute(ExecutionRequest request) {
    if (request.getRootTestDescriptor() instanceof TareDescriptor own) {
      own.execute(request.getEngineExecutionListener());
    } else {
      JupiterEngine.engine()
          .orElseThrow(() -> new JUnitException("the engine junit-jupiter has disappeared"))
          .execute(request);
    }
  }
}
