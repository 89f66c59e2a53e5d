package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import java.lang.reflect.Method;
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
 * Failed tests for what could not be discovered, below a container for each class: Surefire loses a
 * test without a container.
 */
final class DiscoveryFailures {

  private final UniqueId engine;
  private final Map<String, FailedClass> classes = new LinkedHashMap<>();

  DiscoveryFailures(UniqueId engine) {
    this.engine = engine;
  }

  /** Adds a test that could not be adapted. */
  void add(MeasuredTest test, Throwable cause) {
    FailedClass type = in(test.testClass().getName());
    type.addChild(
        new FailedDiscovery(
            type.getUniqueId(),
            AnnotatedMethods.signature(test.method()),
            test.place(),
            MethodSource.from(test.testClass(), test.method()),
            cause));
  }

  /**
   * Adds an annotation that is refused because no test would judge it. If it is on a method, the
   * method is the source, by which build tools filter.
   */
  void add(Class<?> type, UnjudgedAnnotations.RefusedAnnotation refusal) {
    FailedClass failed = in(type.getName());
    Method method = refusal.method();
    failed.addChild(
        new FailedDiscovery(
            failed.getUniqueId(),
            refusal.element(),
            method == null ? failed.getSource().orElseThrow() : MethodSource.from(type, method),
            refusal.reason()));
  }

  /** Adds a key of the suite's configuration that is refused. */
  void add(TareConfigurationException refused) {
    FailedClass configuration = in(Configuration.class.getName());
    configuration.addChild(
        new FailedDiscovery(
            configuration.getUniqueId(), "keys", configuration.getSource().orElseThrow(), refused));
  }

  /** Adds a selector whose classes could not be read. */
  void add(Object selected, Throwable cause) {
    FailedClass type =
        in(
            selected instanceof ClassSelector named
                ? named.getClassName()
                : TareTestEngine.class.getName());
    type.addChild(
        new FailedDiscovery(
            type.getUniqueId(),
            selected.toString(),
            selected.toString(),
            type.getSource().orElseThrow(),
            cause));
  }

  /** Returns a container for each class. */
  List<TestDescriptor> descriptors() {
    return List.copyOf(classes.values());
  }

  private FailedClass in(String className) {
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
