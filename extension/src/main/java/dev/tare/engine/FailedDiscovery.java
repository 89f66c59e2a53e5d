package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;

import dev.tare.extension.TareConfigurationException;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.junit.platform.engine.support.hierarchical.Node;

/**
 * A test that fails because a selected test could not be discovered.
 *
 * <p>An exception thrown by discovery would end the discovery of all engines. With only a log line,
 * the run would pass although a limit was not checked.
 */
final class FailedDiscovery extends AbstractTestDescriptor implements Node<EngineExecutionContext> {

  private static final String SEGMENT_TYPE = "failed";

  private final RuntimeException failure;
  private final Set<TestTag> tags;

  /**
   * @param subject the test or selector that could not be discovered, as the message names it
   */
  FailedDiscovery(
      UniqueId container, String name, String subject, TestSource source, Throwable cause) {
    this(container, name, source, failure(subject, cause));
  }

  FailedDiscovery(UniqueId container, String name, TestSource source, RuntimeException failure) {
    super(container.append(SEGMENT_TYPE, name), name, source);
    this.failure = failure;
    this.tags = tags(source);
  }

  private static RuntimeException failure(String subject, Throwable cause) {
    if (cause instanceof TareConfigurationException refusal) {
      return refusal;
    }
    boolean needsType = cause instanceof LinkageError || cause.getMessage() == null;
    Object reason = needsType ? cause : cause.getMessage();
    return new JUnitException("Tare cannot run " + subject + ": " + reason, cause);
  }

  /** Returns the tags of the method and its enclosing classes, so that tag filters apply. */
  private static Set<TestTag> tags(TestSource source) {
    List<AnnotatedElement> elements = new ArrayList<>();
    if (source instanceof MethodSource method) {
      elements.add(method.getJavaMethod());
      elements.addAll(TestClasses.withEnclosing(method.getJavaClass()));
    } else if (source instanceof ClassSource type) {
      ReflectionSupport.tryToLoadClass(type.getClassName())
          .toOptional()
          .ifPresent(loaded -> elements.addAll(TestClasses.withEnclosing(loaded)));
    }
    return elements.stream()
        .flatMap(element -> findRepeatableAnnotations(element, Tag.class).stream())
        .map(Tag::value)
        .filter(TestTag::isValid)
        .map(TestTag::create)
        .collect(Collectors.toUnmodifiableSet());
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
