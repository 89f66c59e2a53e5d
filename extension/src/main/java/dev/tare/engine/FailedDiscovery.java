package dev.tare.engine;

import org.jspecify.annotations.Nullable;
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

  private static final String SEGMENT_TYPE = "failed-discovery";

  private final JUnitException failure;

  /**
   * @param what was to be discovered
   * @param source of it, if it has one
   */
  FailedDiscovery(UniqueId engine, String what, @Nullable TestSource source, Throwable cause) {
    super(engine.append(SEGMENT_TYPE, what), what, source);
    this.failure = new JUnitException("Tare cannot run " + what + ": " + cause.getMessage(), cause);
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
