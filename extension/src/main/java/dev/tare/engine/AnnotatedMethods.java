package dev.tare.engine;

import dev.tare.internal.agent.KotlinFunction;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;

/**
 * Finds the methods of a test class that carry an annotation of Tare and that Jupiter does not run.
 *
 * <p>Of several methods with the same signature, only the one that an instance of the test class
 * runs counts. An overriding method without an annotation is no test, even if the method that it
 * overrides or implements has one.
 */
final class AnnotatedMethods {

  /** Order in which JUnit sorts methods: deterministic, but intentionally not obvious. */
  private static final Comparator<Method> JUNIT_ORDER =
      Comparator.<Method>comparingInt(method -> method.getName().hashCode())
          .thenComparing(Method::toString);

  private AnnotatedMethods() {}

  /** Returns the annotated methods that an instance of the class has, inherited ones first. */
  static List<Method> of(Class<?> testClass) {
    List<Class<?>> hierarchy = nearestFirst(testClass);
    Map<String, Method> nearest = nearest(hierarchy);
    Comparator<Method> inheritedFirst =
        Comparator.<Method>comparingInt(method -> hierarchy.indexOf(method.getDeclaringClass()))
            .reversed();
    AnnotationPresence presence = new AnnotationPresence();
    return nearest.values().stream()
        .filter(method -> isRunByTare(method, presence))
        .sorted(inheritedFirst.thenComparing(JUNIT_ORDER))
        .toList();
  }

  /**
   * Returns the class, its superclasses and then all interfaces, subinterfaces first. Of several
   * declarations of a method, an instance runs that of the first type in the list.
   */
  static List<Class<?>> nearestFirst(Class<?> type) {
    List<Class<?>> types = new ArrayList<>();
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      types.add(c);
      addInterfaces(c, interfaces);
    }
    interfaces.forEach(added -> insert(added, types));
    return types;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> interfaces) {
    for (Class<?> direct : type.getInterfaces()) {
      if (interfaces.add(direct)) {
        addInterfaces(direct, interfaces);
      }
    }
  }

  private static void insert(Class<?> added, List<Class<?>> types) {
    int index = 0;
    while (index < types.size()
        && !(types.get(index).isInterface() && types.get(index).isAssignableFrom(added))) {
      index++;
    }
    types.add(index, added);
  }

  /**
   * Returns the methods that an instance runs, by signature. If a method overrides one with another
   * erasure, the overridden signature leads to the bridge method.
   *
   * @param hierarchy the types that declare them, the nearest first
   */
  static Map<String, Method> nearest(List<Class<?>> hierarchy) {
    Map<String, Method> nearest = new LinkedHashMap<>();
    for (Class<?> type : hierarchy) {
      addDeclared(type, nearest);
    }
    return nearest;
  }

  /** Returns the method that an instance runs when a declared method is called. */
  static Method implementation(Map<String, Method> nearest, Method declared) {
    Method found = nearest.getOrDefault(signature(declared), declared);
    return found.isBridge()
        ? Arrays.stream(found.getDeclaringClass().getDeclaredMethods())
            .filter(method -> !method.isBridge() && hasNarrowerParameters(method, found))
            .findFirst()
            .orElse(found)
        : found;
  }

  /** Returns the annotated methods that the type itself declares. */
  static List<Method> declaredIn(Class<?> type, AnnotationPresence presence) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> isRunByTare(method, presence))
        .toList();
  }

  /** Returns the name and the parameter types, in the form that unique ids have. */
  static String signature(Method method) {
    if (method.getParameterCount() == 0) {
      return method.getName() + "()"; // the most frequent case
    }
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /**
   * Returns whether the method has a test annotation of Jupiter, even if Jupiter does not run it:
   * {@code @Test}, a template such as {@code @ParameterizedTest}, or {@code @TestFactory}.
   */
  static boolean hasJupiterTestAnnotation(Method method, AnnotationPresence presence) {
    return isJupiterTest(method, presence) || presence.isPresent(method, TestFactory.class);
  }

  private static boolean isJupiterTest(Method method, AnnotationPresence presence) {
    return presence.isPresent(method, Test.class) || presence.isPresent(method, TestTemplate.class);
  }

  private static void addDeclared(Class<?> type, Map<String, Method> nearest) {
    List<Method> overridingBridges = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        nearest.putIfAbsent(signature(method), method);
      } else if (overrides(method)) {
        overridingBridges.add(method);
      }
    }
    // added last, since a method of the class with the same signature takes precedence
    overridingBridges.forEach(bridge -> nearest.putIfAbsent(signature(bridge), bridge));
  }

  /**
   * Returns whether a bridge calls a method that its own class declares. Other bridges only make a
   * method of a less visible superclass accessible.
   */
  private static boolean overrides(Method bridge) {
    return bridge.isBridge()
        && Arrays.stream(bridge.getDeclaringClass().getDeclaredMethods())
            .anyMatch(method -> !method.isBridge() && hasNarrowerParameters(method, bridge));
  }

  private static boolean hasNarrowerParameters(Method method, Method bridge) {
    Class<?>[] narrowTypes = method.getParameterTypes();
    Class<?>[] wideTypes = bridge.getParameterTypes();
    if (!method.getName().equals(bridge.getName()) || narrowTypes.length != wideTypes.length) {
      return false;
    }
    for (int i = 0; i < narrowTypes.length; i++) {
      if (!wideTypes[i].isAssignableFrom(narrowTypes[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRunByTare(Method method, AnnotationPresence presence) {
    return !method.isSynthetic()
        && presence.isMeasured(method)
        && !isRunByJupiter(method, presence);
  }

  private static boolean isRunByJupiter(Method method, AnnotationPresence presence) {
    int modifiers = method.getModifiers();
    boolean returnsValue =
        method.getReturnType() != void.class
            && !(KotlinFunction.isSuspend(method)
                && KotlinFunction.returnsUnit(method)
                && JupiterEngine.runsSuspendFunctions());
    return !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && (returnsValue
            ? presence.isPresent(method, TestFactory.class)
                && AnnotationPresence.returnsDynamicTests(method)
            : isJupiterTest(method, presence));
  }
}
