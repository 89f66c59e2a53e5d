package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Adds a test that could not be adapted. */
  void add(MeasuredTest test, Throwable cause) {
    FailedClass type = container(test.testClass().getName());
    type.addChild(
        new FailedDiscovery(
            type.getUniqueId(),
            AnnotatedMethods.signature(test.method()),
            test.place(),
            MethodSource.from(test.testClass(), test.method()),
            cause));
  }

  /** Adds the refusal of a configuration key. */
  void add(TareConfigurationException error) {
    FailedClass configuration = container(Configuration.class.getName());
    configuration.addChild(
        new FailedDiscovery(
            configuration.getUniqueId(), "keys", configuration.getSource().orElseThrow(), error));
  }

  /** Adds a selector whose classes could not be read. */
  void add(Object selector, Throwable cause) {
    FailedClass type =
        container(
            selector instanceof ClassSelector named
                ? named.getClassName()
                : TareTestEngine.class.getName());
    type.addChild(
        new FailedDiscovery(
            type.getUniqueId(),
            selector.toString(),
            selector.toString(),
            type.getSource().orElseThrow(),
            cause));
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
