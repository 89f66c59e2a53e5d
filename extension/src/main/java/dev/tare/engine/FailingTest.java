package dev.tare.engine;

import dev.tare.extension.UnmeasuredException;
import dev.tare.model.Report.TestId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.junit.platform.engine.support.hierarchical.Node;

/**
 * A test that fails in place of one that cannot be run, or the container of such tests of a class:
 * Surefire reports no test without a container.
 */
final class FailingTest extends AbstractTestDescriptor implements Node<EngineExecutionContext> {

  private final Set<TestTag> tags;
  private final @Nullable RuntimeException failure;

  FailingTest(
      UniqueId id,
      String name,
      TestSource source,
      Set<TestTag> tags,
      @Nullable RuntimeException failure) {
    super(id, name, source);
    this.tags = Set.copyOf(tags);
    this.failure = failure;
  }

  /** Returns a container for tests of a class. */
  static TestDescriptor container(UniqueId id, String className) {
    return new FailingTest(id, className, ClassSource.from(className), Set.of(), null);
  }

  /**
   * Reports tests that did not run as tests that fail, since no promise of theirs can fail.
   *
   * @param root the root of an engine, perhaps one whose tests are done
   * @param unrun the tests, each with the reason
   */
  static void report(
      Map<TestId, String> unrun, TestDescriptor root, EngineExecutionListener listener) {
    unrun.forEach(
        (test, reason) -> {
          UniqueId id =
              root.getUniqueId().append("not-run", test.className() + "." + test.shortName());
          UnmeasuredException failure =
              new UnmeasuredException(
                  "unmeasured: no promise of %s can fail, since it did not run: %s"
                      .formatted(test.shortName(), reason));
          TestDescriptor type = container(id, test.className());
          TestDescriptor failing =
              new FailingTest(
                  id.append("method", test.method()),
                  test.method() + "()",
                  MethodSource.from(test.className(), test.method()),
                  Set.of(),
                  failure);
          root.addChild(type);
          type.addChild(failing);
          List.of(type, failing).forEach(listener::dynamicTestRegistered);
          List.of(type, failing).forEach(listener::executionStarted);
          listener.executionFinished(failing, TestExecutionResult.failed(failure));
          listener.executionFinished(type, TestExecutionResult.successful());
        });
  }

  @Override
  public Set<TestTag> getTags() {
    return tags;
  }

  @Override
  public Type getType() {
    return failure == null ? Type.CONTAINER : Type.TEST;
  }

  @Override
  public EngineExecutionContext execute(
      EngineExecutionContext context, DynamicTestExecutor dynamicTestExecutor) {
    if (failure != null) {
      throw failure;
    }
    return context;
  }
}
