package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.internal.call.AdapterLoader;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/**
 * Two ways to Jupiter for the tests of a class in which Jupiter sees no test of its own.
 *
 * <p>Since 5.13 a unique id may name a method of another class than the test class, and Jupiter
 * then asks no more of the class than that it can be instantiated. Before, such a class has no way
 * through discovery, and its descriptors are built with Jupiter's own constructors.
 */
final class OnlyMeasuredClasses {

  private final UniqueId engine;
  private final Map<MeasuredTest, Method> adapted;

  /**
   * @param adapted the tests that Jupiter has dropped, with their adapters
   */
  OnlyMeasuredClasses(UniqueId engine, Map<MeasuredTest, Method> adapted) {
    this.engine = engine;
    this.adapted = adapted;
  }

  /** Selectors that name the adapter's class; to be resolved {@link #inContext}. */
  Map<MeasuredTest, DiscoverySelector> uniqueIds() {
    Map<MeasuredTest, DiscoverySelector> selectors = new LinkedHashMap<>();
    adapted.forEach(
        (test, adapter) -> {
          String method =
              adapter.getDeclaringClass().getName() + "#" + AnnotatedMethods.signature(adapter);
          selectors.put(
              test,
              DiscoverySelectors.selectUniqueId(
                  classId(test).append(segmentType(adapter), method)));
        });
    return selectors;
  }

  /** Discovers where Jupiter finds the adapters, and the very test classes, by name. */
  <T> T inContext(Supplier<T> discovery) {
    Thread thread = Thread.currentThread();
    ClassLoader original = thread.getContextClassLoader();
    AdapterLoader context = new AdapterLoader(original);
    adapted.forEach(
        (test, adapter) -> {
          context.know(adapter.getDeclaringClass());
          context.know(test.classes().get(0));
        });
    thread.setContextClassLoader(context);
    try {
      return discovery.get();
    } finally {
      thread.setContextClassLoader(original);
    }
  }

  /**
   * Builds descriptors for the tests that Jupiter did not discover in either way.
   *
   * @param missing tests that the root lacks
   */
  void addMissing(JupiterDescriptors jupiter, Set<MeasuredTest> missing)
      throws ReflectiveOperationException {
    for (MeasuredTest test : adapted.keySet()) {
      if (missing.contains(test) && !test.nested()) {
        Method adapter = adapted.get(test);
        jupiter.add(classId(test), test.testClass(), segmentType(adapter), adapter);
      }
    }
    jupiter.orderClasses();
  }

  /** Removes the templates that were found by unique id: left alone they run no invocations. */
  void removeTemplates(TestDescriptor root) {
    Map<String, TestDescriptor> found = new HashMap<>();
    for (TestDescriptor descriptor : root.getDescendants()) {
      found.put(MeasuredTest.placeOf(descriptor), descriptor);
    }
    adapted.forEach(
        (test, adapter) -> {
          TestDescriptor descriptor = found.get(test.place());
          if (descriptor != null && segmentType(adapter).equals("test-template")) {
            descriptor.removeFromHierarchy();
          }
        });
  }

  private UniqueId classId(MeasuredTest test) {
    UniqueId id = engine.append("class", test.classes().get(0).getName());
    for (Class<?> nested : test.classes().subList(1, test.classes().size())) {
      id = id.append("nested-class", nested.getSimpleName());
    }
    return id;
  }

  private static String segmentType(Method adapter) {
    // most adapters, and far cheaper than to look for annotations on annotations
    boolean plain = adapter.isAnnotationPresent(Test.class);
    return !plain && isAnnotated(adapter, TestTemplate.class) ? "test-template" : "method";
  }
}
