package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.call.TestBodies;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures every shape in a JVM of its own and prints the expected and the actual readings.
 * Expected is the sum of the sizes of all objects that are reachable from the result of one call
 * and not from that of another, each from the JVM's instrumentation.
 */
public final class ShapeProbe {

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();
  private final ShapeFixtures shapes = new ShapeFixtures();

  private ShapeProbe() {}

  /** Returns the shapes, sorted by name. */
  static List<Method> shapes() {
    return Arrays.stream(ShapeFixtures.class.getDeclaredMethods())
        .filter(method -> method.getParameterCount() == 0 && method.getReturnType() == Object.class)
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /**
   * Prints a line for each shape, with its name, the expected bytes, the smallest and the largest
   * reading.
   */
  public static void main(String[] arguments) throws Throwable {
    ShapeProbe probe = new ShapeProbe();
    for (Method shape : shapes()) {
      System.out.println(probe.line(shape));
    }
  }

  private String line(Method shape) throws Throwable {
    TestBody body = TestBodies.of(shapes, shape);
    AllocationReadings readings =
        new AllocationSampler(AllocationCounters.currentThread().orElseThrow()).sample(body, 2, 5);
    Set<Object> before = reachable(Objects.requireNonNull(body.call()));
    Set<Object> created = reachable(Objects.requireNonNull(body.call()));
    created.removeAll(before);
    long bytes = created.stream().mapToLong(instrumentation::getObjectSize).sum();
    return shape.getName() + " " + bytes + " " + readings.smallest() + " " + readings.largest();
  }

  private Set<Object> reachable(Object root) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    visit(root, seen, open);
    while (!open.isEmpty()) {
      Object object = open.pop();
      if (object instanceof Object[] elements) {
        for (Object element : elements) {
          visit(element, seen, open);
        }
      } else if (!object.getClass().isArray()) {
        visitFields(object, seen, open);
      }
    }
    return seen;
  }

  private void visitFields(Object object, Set<Object> seen, Deque<Object> open)
      throws IllegalAccessException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      open(type);
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          visit(field.get(object), seen, open);
        }
      }
    }
  }

  private void open(Class<?> type) {
    Map<String, Set<Module>> opened =
        Map.of(type.getPackageName(), Set.of(ShapeProbe.class.getModule()));
    if (type.getModule().isNamed()) {
      instrumentation.redefineModule(
          type.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
    }
  }

  // classes are not followed: they exist before the call and refer to everything
  private static void visit(@Nullable Object object, Set<Object> seen, Deque<Object> open) {
    if (object != null && !(object instanceof Class) && seen.add(object)) {
      open.push(object);
    }
  }
}
