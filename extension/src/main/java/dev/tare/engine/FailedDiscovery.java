package dev.tare.engine;

import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.junit.platform.engine.support.hierarchical.Node;

/**
 * A test that fails because what it stands for could not be discovered.
 *
 * <p>An exception thrown by discovery would end the discovery of all engines; a log line would let
 * promises go unchecked.
 */
final class FailedDiscovery extends AbstractTestDescriptor implements Node<EngineExecutionContext> {

  private static final String SEGMENT_TYPE = "failed";

  private final JUnitException failure;

  /**
   * @param name in reports
   * @param what was to be discovered
   * @param source of it, for reports
   */
  FailedDiscovery(
      UniqueId container, String name, String what, TestSource source, Throwable cause) {
    super(container.append(SEGMENT_TYPE, name), name, source);
    Object reason = cause instanceof LinkageError ? cause : cause.getMessage();
    this.failure = new JUnitException("Tare cannot run " + what + ": " + reason, cause);
  }

  /**
   * @param name in reports
   * @param source for reports
   * @param failure complete as it is printed
   */
  FailedDiscovery(UniqueId container, String name, TestSource source, JUnitException failure) {
    super(container.append(SEGMENT_TYPE, name), name, source);
    this.failure = failure;
  }

  JUnitException failure() {
    return failure;
  }

  @Override
  public Type getType() {
    return Type.TEST;
  }

  @Override
  public EngineExecutionContext execute(
      EngineExecutionContext context, DynamicTestExecutor dynamicTestExecutor) {
    throw failure;
  }
}
