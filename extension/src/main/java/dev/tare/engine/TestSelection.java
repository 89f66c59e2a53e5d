package dev.tare.engine;

import dev.tare.engine.UniqueIds.SelectedElement;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.MeasuredBy;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.SelectorResolutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.ClasspathRootSelector;
import org.junit.platform.engine.discovery.IterationSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.ModuleSelector;
import org.junit.platform.engine.discovery.NestedClassSelector;
import org.junit.platform.engine.discovery.NestedMethodSelector;
import org.junit.platform.engine.discovery.PackageNameFilter;
import org.junit.platform.engine.discovery.PackageSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;

/**
 * Finds the measured tests that a discovery request selects.
 *
 * <p>Selectors of files, directories and URIs select no tests, as in Jupiter.
 */
final class TestSelection {

  private final EngineDiscoveryRequest request;
  private final UniqueId engine;
  private final Predicate<String> filter;
  private final Set<MeasuredTest> tests = new LinkedHashSet<>();
  private final DiscoveryFailures failures;
  private final AgentPreparation agentPreparation;

  /**
   * Finds the tests of a request.
   *
   * @param failures receives the selectors whose classes cannot be read
   */
  TestSelection(EngineDiscoveryRequest request, UniqueId engine, DiscoveryFailures failures) {
    this.failures = failures;
    this.request = request;
    this.engine = engine;
    this.filter = filter(request);
    this.agentPreparation = new AgentPreparation(request.getConfigurationParameters());
    request.getSelectorsByType(DiscoverySelector.class).forEach(this::addOrFail);
  }

  /** Returns each test once, in the order of the selectors. */
  Set<MeasuredTest> tests() {
    return tests;
  }

  /** Returns the filter of class names and packages. */
  static Predicate<String> filter(EngineDiscoveryRequest request) {
    List<DiscoveryFilter<String>> filters = new ArrayList<>();
    filters.addAll(request.getFiltersByType(ClassNameFilter.class));
    filters.addAll(request.getFiltersByType(PackageNameFilter.class));
    return Filter.composeFilters(filters).toPredicate();
  }

  private void addOrFail(DiscoverySelector selector) {
    try {
      add(selector);
    } catch (Exception | LinkageError e) {
      failures.add(selector, e);
    }
  }

  private void add(DiscoverySelector selector) {
    if (selector instanceof ClassSelector type) {
      addClass(TestClasses.withEnclosing(type.getJavaClass()));
    } else if (selector instanceof NestedClassSelector nested) {
      addClass(TestClasses.append(nested.getEnclosingClasses(), nested.getNestedClass()));
    } else if (selector instanceof MethodSelector method) {
      addMethod(method, Set.of());
    } else if (selector instanceof NestedMethodSelector method) {
      addMethod(method, Set.of());
    } else if (selector instanceof IterationSelector iterations) {
      DiscoverySelector parent = iterations.getParentSelector();
      if (parent instanceof MethodSelector method) {
        addMethod(method, iterations.getIterationIndices());
      } else if (parent instanceof NestedMethodSelector method) {
        addMethod(method, iterations.getIterationIndices());
      }
    } else if (selector instanceof UniqueIdSelector id) {
      addUniqueId(id);
    } else {
      addScanned(selector);
    }
  }

  private void addScanned(DiscoverySelector selector) {
    List<Class<?>> found = List.of();
    if (selector instanceof PackageSelector named) {
      found =
          ReflectionSupport.findAllClassesInPackage(
              named.getPackageName(), TestSelection::isRunnable, filter);
    } else if (selector instanceof ClasspathRootSelector root) {
      found =
          ReflectionSupport.findAllClassesInClasspathRoot(
              root.getClasspathRoot(), TestSelection::isRunnable, filter);
    } else if (selector instanceof ModuleSelector module) {
      found =
          ReflectionSupport.findAllClassesInModule(
              module.getModuleName(), TestSelection::isRunnable, filter);
    }
    found.forEach(type -> addAll(List.of(type)));
  }

  /**
   * Returns whether a scanned class has tests. JUnit's scanner skips classes for which this throws.
   */
  private static boolean isRunnable(Class<?> type) {
    return TestClasses.isStandalone(type) && !MeasuredTest.allIn(List.of(type)).isEmpty();
  }

  private void addClass(List<Class<?>> classes) {
    if (isSelectable(classes)) {
      addAll(classes);
    }
  }

  private void addAll(List<Class<?>> classes) {
    agentPreparation.prepareFor(classes.get(classes.size() - 1));
    tests.addAll(MeasuredTest.allIn(classes));
  }

  private boolean isSelectable(List<Class<?>> classes) {
    return TestClasses.isStandalone(classes.get(0)) && filter.test(classes.get(0).getName());
  }

  private void addMethod(MethodSelector selector, Set<Integer> iterations) {
    addMethod(
        TestClasses.withEnclosing(selector.getJavaClass()),
        selector.getMethodName(),
        selector::getJavaMethod,
        iterations);
  }

  private void addMethod(NestedMethodSelector selector, Set<Integer> iterations) {
    addMethod(
        TestClasses.append(selector.getEnclosingClasses(), selector.getNestedClass()),
        selector.getMethodName(),
        selector::getMethod,
        iterations);
  }

  private void addMethod(
      List<Class<?>> classes, String name, Supplier<Method> selected, Set<Integer> iterations) {
    if (!isSelectable(classes)) {
      return;
    }
    // read the method only if Tare needs it: a selected test of another engine need not be a method
    String signature =
        isTareMethod(classes.get(classes.size() - 1), name)
            ? AnnotatedMethods.signature(selected.get())
            : "";
    tests.addAll(new SelectedElement(classes, signature, iterations).tests());
  }

  /** Returns whether Tare runs a method of that name. */
  private static boolean isTareMethod(Class<?> type, String name) {
    return AnnotatedMethods.of(type).stream().anyMatch(method -> method.getName().equals(name));
  }

  private void addUniqueId(UniqueIdSelector selector) {
    UniqueId id = selector.getUniqueId();
    if (id.hasPrefix(engine)) {
      List<UniqueId.Segment> segments = below(engine, id);
      // the id of the engine itself is valid and selects no test, as with Jupiter
      boolean resolved =
          segments.isEmpty() || UniqueIds.resolve(segments).filter(this::add).isPresent();
      request
          .getDiscoveryListener()
          .selectorProcessed(
              engine,
              selector,
              resolved
                  ? SelectorResolutionResult.resolved()
                  : SelectorResolutionResult.unresolved());
    }
  }

  private static List<UniqueId.Segment> below(UniqueId engine, UniqueId id) {
    return id.getSegments().subList(engine.getSegments().size(), id.getSegments().size());
  }

  /** Adds selected tests; returns whether the id is one of a test or a class. */
  private boolean add(SelectedElement selected) {
    List<MeasuredTest> found = selected.tests();
    tests.addAll(found);
    return !found.isEmpty() || selected.element() == null;
  }

  /**
   * Prepares the agent during discovery if a method is measured: preparation takes a quarter of a
   * second, for which the first test would wait.
   *
   * <p>Only the declared methods of selected classes are checked, not defaults, fields or
   * parameters: a test that is missed waits for the agent.
   */
  private static final class AgentPreparation {

    private final AnnotationPresence presence = new AnnotationPresence();
    private boolean searching;

    AgentPreparation(ConfigurationParameters parameters) {
      this.searching =
          parameters.get(ConfigurationKey.ENABLED.key()).map(Boolean::parseBoolean).orElse(true);
    }

    /** Checks the methods that the class declares, also Jupiter's tests, until one is measured. */
    void prepareFor(Class<?> testClass) {
      for (Method method : searching ? testClass.getDeclaredMethods() : new Method[0]) {
        if (presence.isPresent(method, MeasuredBy.class)) {
          searching = false;
          Agent.prepareAhead();
          return;
        }
      }
    }
  }
}
