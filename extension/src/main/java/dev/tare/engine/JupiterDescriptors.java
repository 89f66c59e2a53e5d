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
 * Creates Jupiter's descriptors by reflection, for methods that return a value and for classes that
 * Jupiter's discovery refuses. If Jupiter is a named module, the agent opens its packages to Tare's
 * module only.
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
      Set<Module> tareModule = Set.of(JupiterDescriptors.class.getModule());
      granted
          .instrumentation()
          .redefineModule(
              jupiter,
              Set.of(),
              Map.of(),
              Map.of(INTERNALS + "descriptor", tareModule, INTERNALS + "discovery", tareModule),
              Set.of(),
              Map.of());
    }
  }

  /** Adds a method to the descriptor of its top-level class, which is created if it is missing. */
  void add(UniqueId classId, Class<?> testClass, String segmentType, Method method)
      throws ReflectiveOperationException {
    TestDescriptor type = classes.get(classId);
    if (type == null) {
      type = classDescriptor(classId, testClass);
      classes.put(classId, type);
    }
    UniqueId id = classId.append(segmentType, AnnotatedMethods.signature(method));
    type.addChild(
        segmentType.equals("method")
            ? methodDescriptor("TestMethodTestDescriptor", id, List.of(testClass), method)
            : methodDescriptor("TestTemplateTestDescriptor", id, List.of(testClass), method));
  }

  private TestDescriptor classDescriptor(UniqueId classId, Class<?> testClass)
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

  /**
   * Sorts the added classes among the others, by the class order that Jupiter is configured with.
   */
  void orderClasses() throws ReflectiveOperationException {
    visitor("ClassOrderingVisitor").visit(root);
  }

  /**
   * Replaces the descriptors of adapters by descriptors of the methods themselves. Jupiter's
   * discovery refuses a method that returns a value; its execution does not.
   *
   * <p>All replacements are created first, so that every test keeps its adapter if one of them
   * cannot be created.
   *
   * @param tests the tests that were discovered through adapters
   */
  void replaceAdapters(Collection<MeasuredTest> tests) throws ReflectiveOperationException {
    Map<String, TestDescriptor> adapters = new HashMap<>();
    for (TestDescriptor descriptor : root.getDescendants()) {
      adapters.put(MeasuredTest.placeOf(descriptor), descriptor);
    }
    Map<TestDescriptor, TestDescriptor> replacements = new LinkedHashMap<>();
    for (MeasuredTest test : tests) {
      TestDescriptor adapter = adapters.get(test.place());
      if (adapter != null) {
        TestDescriptor replacement = replacements.get(adapter);
        if (replacement == null) {
          String descriptorName = adapter.getClass().getSimpleName();
          replacement =
              methodDescriptor(
                  descriptorName, adapter.getUniqueId(), test.classes(), test.method());
          replacements.put(adapter, replacement);
        }
        allowInvocations(test.iterations(), replacement);
      }
    }
    replaceChildren(replacements);
  }

  /** Replaces descriptors in their classes, and sorts the methods of these classes again. */
  private void replaceChildren(Map<TestDescriptor, TestDescriptor> replacements)
      throws ReflectiveOperationException {
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

  /** Allows a template to run the selected invocations; by default it runs none. */
  private void allowInvocations(Set<Integer> iterations, TestDescriptor descriptor)
      throws ReflectiveOperationException {
    Class<?> filterable = jupiterClass("descriptor.Filterable");
    if (filterable.isInstance(descriptor)) {
      allowInvocations(
          iterations, filterable.getMethod("getDynamicDescendantFilter").invoke(descriptor));
    }
  }

  private void allowInvocations(Set<Integer> iterations, Object filter)
      throws ReflectiveOperationException {
    Class<?> type = jupiterClass("descriptor.DynamicDescendantFilter");
    if (iterations.isEmpty()) {
      type.getMethod("allowAll").invoke(filter);
    } else {
      type.getMethod("allowIndex", Set.class).invoke(filter, iterations);
    }
  }

  /**
   * @param classes the enclosing classes and the test class
   */
  private TestDescriptor methodDescriptor(
      String descriptorName, UniqueId id, List<Class<?>> classes, Method method)
      throws ReflectiveOperationException {
    Class<?> testClass = classes.get(classes.size() - 1);
    List<Class<?>> enclosing = classes.subList(0, classes.size() - 1);
    Supplier<List<Class<?>>> enclosingClasses =
        () -> enclosing; // a constructor parameter since 5.12
    return takesSupplier(descriptorName)
        ? create(descriptorName, id, testClass, method, enclosingClasses, configuration())
        : create(descriptorName, id, testClass, method, configuration());
  }

  private boolean takesSupplier(String descriptorName) throws ReflectiveOperationException {
    for (Constructor<?> constructor : constructors(descriptorName)) {
      if (Arrays.asList(constructor.getParameterTypes()).contains(Supplier.class)) {
        return true;
      }
    }
    return false;
  }

  private TestDescriptor create(String descriptorName, Object... arguments)
      throws ReflectiveOperationException {
    for (Constructor<?> constructor : constructors(descriptorName)) {
      if (constructor.getParameterCount() == arguments.length) {
        return (TestDescriptor) constructor.newInstance(arguments);
      }
    }
    throw new NoSuchMethodException(descriptorName + " with " + arguments.length + " parameters");
  }

  private Constructor<?>[] constructors(String descriptorName) throws ReflectiveOperationException {
    return jupiterClass("descriptor." + descriptorName).getConstructors();
  }

  private TestDescriptor.Visitor visitor(String visitorName) throws ReflectiveOperationException {
    Constructor<?> constructor =
        jupiterClass("discovery." + visitorName).getDeclaredConstructors()[0];
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

  private Class<?> jupiterClass(String name) throws ClassNotFoundException {
    return Class.forName(INTERNALS + name, false, root.getClass().getClassLoader());
  }
}
