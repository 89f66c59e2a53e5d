package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Creates failed tests for what could not be discovered. Each is in a container for its class,
 * because Surefire does not report a test without a container.
 */
final class DiscoveryFailures {

  private final UniqueId engine;
  private final Map<String, FailedClass> classes = new LinkedHashMap<>();

  DiscoveryFailures(UniqueId engine) {
    this.engine = engine;
  }

  /** Adds a test that is refused; it keeps its id, so that it can be selected again. */
  void add(TestDescriptor refused, MethodSource method, TareConfigurationException refusal) {
    container(method.getClassName())
        .addChild(
            new FailedDiscovery(
                refused.getUniqueId(),
                refused.getDisplayName(),
                method,
                refused.getTags(),
                refusal));
  }

  /** Adds the refusal of a configuration key. */
  void add(TareConfigurationException error) {
    add(Configuration.class.getName(), "keys", error);
  }

  /** Adds a selector whose tests could not be read. */
  void add(Object selector, Throwable cause) {
    boolean needsType = cause instanceof LinkageError || cause.getMessage() == null;
    Object reason = needsType ? cause : cause.getMessage();
    add(
        selector instanceof ClassSelector type
            ? type.getClassName()
            : TareTestEngine.class.getName(),
        selector.toString(),
        new JUnitException("Tare cannot run " + selector + ": " + reason, cause));
  }

  private void add(String className, String name, RuntimeException failure) {
    FailedClass type = container(className);
    UniqueId id = type.getUniqueId().append("failed", name);
    type.addChild(new FailedDiscovery(id, name, ClassSource.from(className), Set.of(), failure));
  }

  /** Returns the containers, one for each class. */
  List<TestDescriptor> descriptors() {
    return List.copyOf(classes.values());
  }

  private FailedClass container(String className) {
    return classes.computeIfAbsent(className, name -> new FailedClass(engine, name));
  }

  private static final class FailedClass extends AbstractTestDescriptor {

    FailedClass(UniqueId engine, String name) {
      super(engine.append("failed-class", name), name, ClassSource.from(name));
    }

    @Override
    public Type getType() {
      return Type.CONTAINER;
    }
  }
}
