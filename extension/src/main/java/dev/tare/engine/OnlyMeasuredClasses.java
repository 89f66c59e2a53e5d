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
 * Makes Jupiter run the tests of classes that have measured methods and no Jupiter test.
 *
 * <p>Since 5.13, a unique id may name a method of another class than the test class; Jupiter then
 * accepts any class that can be instantiated. Before, its discovery refuses such a class, and the
 * descriptors are built with Jupiter's constructors.
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

  /**
   * Returns selectors that name the adapter's class, to be resolved {@link
   * #withContextClassLoader}.
   */
  Map<MeasuredTest, DiscoverySelector> uniqueIdSelectors() {
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

  /** Runs a discovery with a context class loader that finds the adapters and the test classes. */
  <T> T withContextClassLoader(Supplier<T> discovery) {
    Thread thread = Thread.currentThread();
    ClassLoader original = thread.getContextClassLoader();
    AdapterLoader loader = new AdapterLoader(original);
    adapted.forEach(
        (test, adapter) -> {
          loader.register(adapter.getDeclaringClass());
          loader.register(test.classes().get(0));
        });
    thread.setContextClassLoader(loader);
    try {
      return discovery.get();
    } finally {
      thread.setContextClassLoader(original);
    }
  }

  /**
   * Builds descriptors for the tests that Jupiter did not discover.
   *
   * @param missing tests that the root lacks
   */
  void addMissing(JupiterDescriptors jupiter, Set<MeasuredTest> missing)
      throws ReflectiveOperationException {
    for (MeasuredTest test : adapted.keySet()) {
      if (missing.contains(test) && !test.isNested()) {
        Method adapter = adapted.get(test);
        jupiter.add(classId(test), test.testClass(), segmentType(adapter), adapter);
      }
    }
    jupiter.orderClasses();
  }

  /** Removes the templates that were found by unique id, since they would run no invocations. */
  void removeTemplates(TestDescriptor root) {
    Map<String, TestDescriptor> descriptors = new HashMap<>();
    for (TestDescriptor descriptor : root.getDescendants()) {
      descriptors.put(MeasuredTest.placeOf(descriptor), descriptor);
    }
    adapted.forEach(
        (test, adapter) -> {
          TestDescriptor descriptor = descriptors.get(test.place());
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
    // true for most adapters, and far cheaper than a search for meta-annotations
    boolean isPlainTest = adapter.isAnnotationPresent(Test.class);
    return !isPlainTest && isAnnotated(adapter, TestTemplate.class) ? "test-template" : "method";
  }
}
