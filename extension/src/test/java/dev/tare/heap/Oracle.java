package dev.tare.heap;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Independent implementation of object graph sizes: core reflection, a JDK set, and a size query
 * for every object. It is slow and shares no code with the walker.
 */
final class Oracle {

  private static final Set<String> UNFOLLOWED =
      Set.of(
          "java.lang.ref.Reference.referent",
          "java.lang.ref.Reference.next",
          "java.lang.ref.Reference.discovered",
          "jdk.internal.ref.Cleaner.next",
          "jdk.internal.ref.Cleaner.prev",
          "jdk.internal.ref.PhantomCleanable.next",
          "jdk.internal.ref.PhantomCleanable.prev",
          "jdk.internal.ref.PhantomCleanable.list",
          "jdk.internal.ref.PhantomCleanable.node",
          "jdk.internal.ref.CleanerImpl$CleanableList.head",
          "jdk.internal.ref.CleanerImpl$CleanableList.cache");

  private final Instrumentation instrumentation;
  private final Method declaredFields;
  private final Map<Class<?>, Field[]> fields = new HashMap<>();

  Oracle() {
    instrumentation = ((Granted) Agent.access()).instrumentation();
    Module base = Object.class.getModule();
    Map<String, Set<Module>> everything = new HashMap<>();
    for (String name : base.getPackages()) {
      everything.put(name, Set.of(Oracle.class.getModule()));
    }
    instrumentation.redefineModule(base, Set.of(), Map.of(), everything, Set.of(), Map.of());
    try {
      declaredFields = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
    declaredFields.setAccessible(true);
  }

  /** Returns every object that a value reaches. */
  Set<Object> reachable(Object value) {
    Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    visited.add(value);
    open.add(value);
    while (!open.isEmpty()) {
      for (Object referent : references(open.poll())) {
        if (visited.add(referent)) {
          open.add(referent);
        }
      }
    }
    return visited;
  }

  /** Returns the targets of an object's fields or elements, once for each reference. */
  List<Object> references(Object object) {
    List<Object> references = new ArrayList<>();
    if (object instanceof Object[] array) {
      for (Object element : array) {
        add(element, references);
      }
    } else {
      for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
        for (Field field : fieldsOf(owner)) {
          add(get(field, object), references);
        }
      }
    }
    return references;
  }

  /** Returns the bytes of every object that a value reaches. */
  long sizeOf(Object value) {
    long sum = 0;
    for (Object object : reachable(value)) {
      sum += instrumentation.getObjectSize(object);
    }
    return sum;
  }

  long shallowSizeOf(Object object) {
    return instrumentation.getObjectSize(object);
  }

  private static void add(Object object, List<Object> references) {
    boolean program =
        object instanceof Class
            || object instanceof Enum
            || object instanceof ClassLoader
            || object instanceof Module
            || object instanceof Thread;
    if (object != null && !program) {
      references.add(object);
    }
  }

  private Field[] fieldsOf(Class<?> owner) {
    return fields.computeIfAbsent(owner, this::list);
  }

  private Field[] list(Class<?> owner) {
    if (owner.isArray()) {
      return new Field[0];
    }
    try {
      Field[] all = (Field[]) declaredFields.invoke(owner, false);
      return Arrays.stream(all)
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .filter(field -> !field.getType().isPrimitive())
          .filter(field -> !UNFOLLOWED.contains(owner.getName() + "." + field.getName()))
          .peek(field -> field.setAccessible(true))
          .toArray(Field[]::new);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(owner.toString(), e);
    }
  }

  private static Object get(Field field, Object holder) {
    try {
      return field.get(holder);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field.toString(), e);
    }
  }
}
