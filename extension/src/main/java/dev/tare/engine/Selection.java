package dev.tare.engine;

import dev.tare.extension.Configuration;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.platform.commons.support.ReflectionSupport;
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
 * The measured tests that a request selects.
 *
 * <p>Selectors of files, directories and URIs select none, as they select none of Jupiter's.
 */
final class Selection {

  private final EngineDiscoveryRequest request;
  private final UniqueId engine;
  private final Predicate<String> filter;
  private final Set<MeasuredTest> tests = new LinkedHashSet<>();
  private final Failures failures;
  private final AgentAhead agent;
  private final boolean enabled;

  /**
   * @param failures told of the selectors whose classes cannot be read
   */
  Selection(EngineDiscoveryRequest request, UniqueId engine, Failures failures) {
    this.failures = failures;
    this.request = request;
    this.engine = engine;
    this.filter = filter(request);
    this.enabled =
        request
            .getConfigurationParameters()
            .get(Configuration.ENABLED)
            .map(Boolean::parseBoolean)
            .orElse(true);
    this.agent = new AgentAhead(request.getConfigurationParameters());
    request.getSelectorsByType(DiscoverySelector.class).forEach(this::addOrFail);
  }

  /** Each test once, in the order of the selectors. */
  Set<MeasuredTest> tests() {
    return tests;
  }

  private static Predicate<String> filter(EngineDiscoveryRequest request) {
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
      addMethod(
          TestClasses.append(method.getEnclosingClasses(), method.getNestedClass()),
          method.getMethodName(),
          method::getMethod,
          Set.of());
    } else if (selector instanceof IterationSelector iterations) {
      if (iterations.getParentSelector() instanceof MethodSelector method) {
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
              named.getPackageName(), Selection::isRunnable, filter);
    } else if (selector instanceof ClasspathRootSelector root) {
      found =
          ReflectionSupport.findAllClassesInClasspathRoot(
              root.getClasspathRoot(), Selection::isRunnable, filter);
    } else if (selector instanceof ModuleSelector module) {
      found =
          ReflectionSupport.findAllClassesInModule(
              module.getModuleName(), Selection::isRunnable, filter);
    }
    found.forEach(type -> addAll(List.of(type)));
  }

  /** What this throws, JUnit's scanner logs and skips: not every class found can be loaded. */
  private static boolean isRunnable(Class<?> type) {
    return TestClasses.isStandalone(type)
        && (!MeasuredTest.allIn(List.of(type)).isEmpty() || hasUnjudged(type));
  }

  private static boolean hasUnjudged(Class<?> type) {
    return !UnjudgedAnnotations.in(type).isEmpty()
        || TestClasses.nestedIn(type).stream().anyMatch(Selection::hasUnjudged);
  }

  private void addClass(List<Class<?>> classes) {
    if (isSelectable(classes)) {
      addAll(classes);
    }
  }

  private void addAll(List<Class<?>> classes) {
    agent.expect(classes.get(classes.size() - 1));
    tests.addAll(MeasuredTest.allIn(classes));
    if (enabled) {
      addUnjudged(classes.get(classes.size() - 1));
    }
  }

  private void addUnjudged(Class<?> type) {
    UnjudgedAnnotations.in(type).forEach(refusal -> failures.add(type, refusal));
    TestClasses.nestedIn(type).forEach(this::addUnjudged);
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

  private void addMethod(
      List<Class<?>> classes, String name, Supplier<Method> selected, Set<Integer> iterations) {
    if (!isSelectable(classes)) {
      return;
    }
    List<Method> named =
        AnnotatedMethods.of(classes.get(classes.size() - 1)).stream()
            .filter(method -> method.getName().equals(name))
            .toList();
    if (named.isEmpty()) {
      return; // another engine's test, which need not even be a method
    }
    String signature = AnnotatedMethods.signature(selected.get());
    named.stream()
        .filter(method -> AnnotatedMethods.signature(method).equals(signature))
        .forEach(method -> tests.add(new MeasuredTest(classes, method, iterations)));
  }

  private void addUniqueId(UniqueIdSelector selector) {
    UniqueId id = selector.getUniqueId();
    if (!id.hasPrefix(engine)) {
      return;
    }
    Optional<List<MeasuredTest>> found = UniqueIds.resolve(id, engine);
    found.ifPresent(tests::addAll);
    request
        .getDiscoveryListener()
        .selectorProcessed(
            engine,
            selector,
            found.isPresent()
                ? SelectorResolutionResult.resolved()
                : SelectorResolutionResult.unresolved());
  }
}
