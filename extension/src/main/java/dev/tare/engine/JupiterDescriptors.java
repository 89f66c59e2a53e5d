package dev.tare.engine;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

/**
 * Creates Jupiter's descriptors by reflection, for methods that return something and for classes
 * that Jupiter's discovery refuses. If Jupiter is a named module, the agent opens its packages to
 * Tare's module only.
 */
final class JupiterDescriptors {

  private static final String INTERNALS = "org.junit.jupiter.engine.";

  private final TestDescriptor root;
  private final Map<UniqueId, TestDescriptor> classes = new HashMap<>();

  JupiterDescriptors(TestDescriptor root) {
    this.root = root;
    open(root.getClass().getModule());
  }

  private static void open(Module jupiter) {
    if (jupiter.isNamed() && Agent.access() instanceof Granted granted) {
      Set<Module> us = Set.of(JupiterDescriptors.class.getModule());
      granted
          .instrumentation()
          .redefineModule(
              jupiter,
              Set.of(),
              Map.of(),
              Map.of(INTERNALS + "descriptor", us, INTERNALS + "discovery", us),
              Set.of(),
              Map.of());
    }
  }

  /** Adds a method to the descriptor of its top-level class, which is created if it is missing. */
  void add(UniqueId classId, Class<?> testClass, String segmentType, Method method)
      throws ReflectiveOperationException {
    TestDescriptor type = classes.get(classId);
    if (type == null) {
      type = type(classId, testClass);
      classes.put(classId, type);
    }
    UniqueId id = classId.append(segmentType, AnnotatedMethods.signature(method));
    type.addChild(
        segmentType.equals("method")
            ? method("TestMethodTestDescriptor", id, List.of(testClass), method)
            : method("TestTemplateTestDescriptor", id, List.of(testClass), method));
  }

  private TestDescriptor type(UniqueId classId, Class<?> testClass)
      throws ReflectiveOperationException {
    for (TestDescriptor child : root.getChildren()) {
      if (child.getUniqueId().equals(classId)) {
        return child;
      }
    }
    TestDescriptor type = create("ClassTestDescriptor", classId, testClass, configuration());
    root.addChild(type);
    return type;
  }

  /** Orders classes that were added as Jupiter orders what it discovers. */
  void orderClasses() throws ReflectiveOperationException {
    visitor("ClassOrderingVisitor").visit(root);
  }

  /**
   * Replaces the descriptors of adapters by descriptors of the methods themselves. Jupiter's
   * discovery refuses a method that returns something; its execution does not.
   *
   * <p>All descriptors are built before the first one is replaced: if one cannot be built, every
   * test keeps its adapter.
   *
   * @param tests the tests that were discovered through adapters
   */
  void useOwnMethods(Collection<MeasuredTest> tests) throws ReflectiveOperationException {
    Map<String, TestDescriptor> adapters = new HashMap<>();
    for (TestDescriptor descriptor : root.getDescendants()) {
      adapters.put(MeasuredTest.placeOf(descriptor), descriptor);
    }
    Map<TestDescriptor, TestDescriptor> replacements = new LinkedHashMap<>();
    for (MeasuredTest test : tests) {
      TestDescriptor adapter = adapters.get(test.place());
      if (adapter != null) {
        TestDescriptor own = replacements.get(adapter);
        if (own == null) {
          String kind = adapter.getClass().getSimpleName();
          own = method(kind, adapter.getUniqueId(), test.classes(), test.method());
          replacements.put(adapter, own);
        }
        allowInvocations(test.iterations(), own);
      }
    }
    Set<TestDescriptor> classes = new LinkedHashSet<>();
    replacements.keySet().forEach(adapter -> adapter.getParent().ifPresent(classes::add));
    TestDescriptor.Visitor orderer = visitor("MethodOrderingVisitor");
    for (TestDescriptor type : classes) {
      List<TestDescriptor> children = List.copyOf(type.getChildren());
      children.forEach(type::removeChild);
      children.forEach(child -> type.addChild(replacements.getOrDefault(child, child)));
      orderer.visit(type);
    }
  }

  /** Lets a template run the selected invocations; without this it may run none. */
  private void allowInvocations(Set<Integer> iterations, TestDescriptor descriptor)
      throws ReflectiveOperationException {
    Class<?> filterable = type("descriptor.Filterable");
    if (filterable.isInstance(descriptor)) {
      allow(iterations, filterable.getMethod("getDynamicDescendantFilter").invoke(descriptor));
    }
  }

  private void allow(Set<Integer> iterations, Object filter) throws ReflectiveOperationException {
    Class<?> type = type("descriptor.DynamicDescendantFilter");
    if (iterations.isEmpty()) {
      type.getMethod("allowAll").invoke(filter);
    } else {
      type.getMethod("allowIndex", Set.class).invoke(filter, iterations);
    }
  }

  /**
   * @param classes the enclosing classes and the test class
   */
  private TestDescriptor method(String kind, UniqueId id, List<Class<?>> classes, Method method)
      throws ReflectiveOperationException {
    Class<?> testClass = classes.get(classes.size() - 1);
    List<Class<?>> enclosing = classes.subList(0, classes.size() - 1);
    Supplier<List<Class<?>>> instances = () -> enclosing; // a parameter since 5.12
    return takesSupplier(kind)
        ? create(kind, id, testClass, method, instances, configuration())
        : create(kind, id, testClass, method, configuration());
  }

  private boolean takesSupplier(String kind) throws ReflectiveOperationException {
    for (Constructor<?> constructor : constructors(kind)) {
      if (Arrays.asList(constructor.getParameterTypes()).contains(Supplier.class)) {
        return true;
      }
    }
    return false;
  }

  private TestDescriptor create(String kind, Object... arguments)
      throws ReflectiveOperationException {
    for (Constructor<?> constructor : constructors(kind)) {
      if (constructor.getParameterCount() == arguments.length) {
        return (TestDescriptor) constructor.newInstance(arguments);
      }
    }
    throw new NoSuchMethodException(kind + " with " + arguments.length + " parameters");
  }

  private Constructor<?>[] constructors(String kind) throws ReflectiveOperationException {
    return type("descriptor." + kind).getConstructors();
  }

  private TestDescriptor.Visitor visitor(String kind) throws ReflectiveOperationException {
    Constructor<?> constructor = type("discovery." + kind).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Class<?>[] parameters = constructor.getParameterTypes();
    return (TestDescriptor.Visitor)
        (parameters.length == 1
            ? constructor.newInstance(configuration())
            : constructor.newInstance(configuration(), silentReporter(parameters[1])));
  }

  /**
   * Returns a reporter (a parameter since 5.13) that ignores issues: Jupiter has reported them
   * before.
   */
  private static Object silentReporter(Class<?> type) throws ReflectiveOperationException {
    Consumer<Object> silent = issue -> {};
    return requireNonNull(type.getMethod("consuming", Consumer.class).invoke(null, silent));
  }

  private Object configuration() throws ReflectiveOperationException {
    return requireNonNull(root.getClass().getMethod("getConfiguration").invoke(root));
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(INTERNALS + name, false, root.getClass().getClassLoader());
  }
}
