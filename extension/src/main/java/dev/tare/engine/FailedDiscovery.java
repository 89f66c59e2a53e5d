package dev.tare.engine;

import java.util.Set;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.junit.platform.engine.support.hierarchical.Node;

/**
 * A test that fails because a selected test could not be discovered.
 *
 * <p>An exception thrown by discovery would end the discovery of all engines. With only a log line,
 * the run would pass although a limit was not checked.
 */
final class FailedDiscovery extends AbstractTestDescriptor implements Node<EngineExecutionContext> {

  private final Set<TestTag> tags;
  private final RuntimeException failure;

  FailedDiscovery(
      UniqueId id, String name, TestSource source, Set<TestTag> tags, RuntimeException failure) {
    super(id, name, source);
    this.tags = Set.copyOf(tags);
    this.failure = failure;
  }

  @Override
  public Set<TestTag> getTags() {
    return tags;
  }

  RuntimeException failure() {
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
