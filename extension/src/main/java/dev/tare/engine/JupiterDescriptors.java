package dev.tare.engine;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.Access.Granted;
import dev.tare.internal.agent.Agent;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

/**
 * The few internals of Jupiter that are the only way in for a class which its discovery refuses, by
 * reflection; where Jupiter is a module of its own, the agent opens them to us and to nobody else.
 */
final class JupiterDescriptors {

  private static final String INTERNALS = "org.junit.jupiter.engine.";

  private final TestDescriptor root;
  private final Map<UniqueId, TestDescriptor> classes = new HashMap<>();
  private final Map<String, Constructor<?>[]> constructors = new HashMap<>();
  private @Nullable Object configuration;
  private final List<TestDescriptor> added = new ArrayList<>();

  /**
   * @param root Jupiter's own
   */
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

  /** Adds a method to the descriptor of its top-level class, which is made if it is not there. */
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
            ? method("TestMethodTestDescriptor", id, testClass, method)
            : method("TestTemplateTestDescriptor", id, testClass, method));
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
    added.add(type);
    return type;
  }

  /** Orders what was added as Jupiter orders what it discovers. */
  void order() throws ReflectiveOperationException {
    TestDescriptor.Visitor methods = visitor("MethodOrderingVisitor");
    added.forEach(methods::visit);
    visitor("ClassOrderingVisitor").visit(root);
  }

  /** Lets templates run the invocations selected: left alone they may run none. */
  void allowInvocations(Collection<MeasuredTest> tests) throws ReflectiveOperationException {
    Class<?> filterable = type("descriptor.Filterable");
    Map<String, TestDescriptor> templates = new HashMap<>();
    for (TestDescriptor descriptor : root.getDescendants()) {
      if (filterable.isInstance(descriptor)) {
        templates.put(MeasuredTest.placeOf(descriptor), descriptor);
      }
    }
    if (templates.isEmpty()) {
      return; // to tell tests apart takes time
    }
    Method filter = filterable.getMethod("getDynamicDescendantFilter");
    for (MeasuredTest test : tests) {
      TestDescriptor template = templates.get(test.place());
      if (template != null) {
        allow(test.iterations(), filter.invoke(template));
      }
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

  private TestDescriptor method(String kind, UniqueId id, Class<?> testClass, Method method)
      throws ReflectiveOperationException {
    Supplier<List<Class<?>>> noneAround = List::of; // a parameter since 5.12
    return takesSupplier(kind)
        ? create(kind, id, testClass, method, noneAround, configuration())
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

  /** Looked for once: each look copies them, and there are as many as tests. */
  private Constructor<?>[] constructors(String kind) throws ReflectiveOperationException {
    Constructor<?>[] known = constructors.get(kind);
    if (known == null) {
      known = type("descriptor." + kind).getConstructors();
      constructors.put(kind, known);
    }
    return known;
  }

  private TestDescriptor.Visitor visitor(String kind) throws ReflectiveOperationException {
    Constructor<?> constructor = type("discovery." + kind).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return (TestDescriptor.Visitor) constructor.newInstance(configuration());
  }

  private Object configuration() throws ReflectiveOperationException {
    Object known = configuration;
    if (known == null) {
      known = requireNonNull(root.getClass().getMethod("getConfiguration").invoke(root));
      configuration = known;
    }
    return known;
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(INTERNALS + name, false, root.getClass().getClassLoader());
  }
}
