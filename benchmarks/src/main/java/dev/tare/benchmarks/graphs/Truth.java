package dev.tare.benchmarks.graphs;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sum of the JVM's own sizes of all objects, found by reflection. It knows of no objects that are
 * no part of a value, since the graphs of this package have none.
 */
final class Truth {

  private final Instrumentation instrumentation;
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();
  private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();
  private long bytes;

  Truth(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Walks a graph; may be called once. */
  Truth walk(Object value) throws IllegalAccessException {
    meet(value);
    while (!open.isEmpty()) {
      Object object = open.pop();
      bytes += instrumentation.getObjectSize(object);
      if (object instanceof Object[] array) {
        for (Object element : array) {
          meet(element);
        }
      } else {
        for (Field field : fields.computeIfAbsent(object.getClass(), Truth::references)) {
          meet(field.get(object));
        }
      }
    }
    return this;
  }

  long bytes() {
    return bytes;
  }

  int objects() {
    return met.size();
  }

  private void meet(Object object) {
    if (object != null && met.add(object)) {
      open.push(object);
    }
  }

  private static List<Field> references(Class<?> type) {
    List<Field> references = new ArrayList<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          references.add(field);
        }
      }
    }
    return references;
  }
}
