package dev.tare.engine;

import dev.tare.extension.MeasuredBy;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;

/**
 * The methods of a test class that carry one of our annotations and that Jupiter does not run.
 *
 * <p>Of several methods of one name and the same parameter types the nearest counts, as an instance
 * of the test class sees it: an overriding method without annotation is no test, whatever the
 * overridden or implemented one carries.
 */
final class AnnotatedMethods {

  private static final Comparator<Method> STABLE =
      Comparator.<Method>comparingInt(method -> method.getName().hashCode())
          .thenComparing(Method::toString);

  private AnnotatedMethods() {}

  /** Returns the annotated methods that an instance of the class has, inherited ones first. */
  static List<Method> of(Class<?> testClass) {
    List<Class<?>> hierarchy = TypeHierarchy.nearestFirst(testClass);
    Map<String, Method> nearest = nearest(hierarchy);
    Comparator<Method> inheritedFirst =
        Comparator.<Method>comparingInt(method -> hierarchy.indexOf(method.getDeclaringClass()))
            .reversed();
    AnnotationPresence marks = new AnnotationPresence();
    return nearest.values().stream()
        .filter(method -> isOurs(method, marks))
        .sorted(inheritedFirst.thenComparing(STABLE))
        .toList();
  }

  /**
   * Returns the methods of an instance by signature. A bridge stands for the method that overrides
   * one of another erasure.
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

  /** Returns the method that an instance runs in place of a declared one. */
  static Method implementation(Map<String, Method> nearest, Method declared) {
    Method found = nearest.getOrDefault(signature(declared), declared);
    return found.isBridge()
        ? Arrays.stream(found.getDeclaringClass().getDeclaredMethods())
            .filter(method -> !method.isBridge() && isNarrower(method, found))
            .findFirst()
            .orElse(found)
        : found;
  }

  /** Returns the annotated methods that the type itself declares. */
  static List<Method> declaredIn(Class<?> type, AnnotationPresence marks) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> isOurs(method, marks))
        .toList();
  }

  /** Returns name and parameter types in the form of a unique id. */
  static String signature(Method method) {
    if (method.getParameterCount() == 0) {
      return method.getName() + "()"; // the most frequent case
    }
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /**
   * Returns whether the method has a test annotation of Jupiter, effective or not: {@code @Test}, a
   * template such as {@code @ParameterizedTest}, or {@code @TestFactory}.
   */
  static boolean claimsToBeJupiters(Method method, AnnotationPresence marks) {
    return isTest(method, marks) || marks.on(method, TestFactory.class);
  }

  private static boolean isTest(Method method, AnnotationPresence marks) {
    return marks.on(method, Test.class) || marks.on(method, TestTemplate.class);
  }

  private static void addDeclared(Class<?> type, Map<String, Method> nearest) {
    List<Method> overriding = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        nearest.putIfAbsent(signature(method), method);
      } else if (overrides(method)) {
        overriding.add(method);
      }
    }
    // they only keep the place of what they override; a method of the same signature goes before
    overriding.forEach(bridge -> nearest.putIfAbsent(signature(bridge), bridge));
  }

  /**
   * Returns whether a bridge leads to a method of its own class, not merely to the one it makes
   * visible.
   */
  private static boolean overrides(Method bridge) {
    return bridge.isBridge()
        && Arrays.stream(bridge.getDeclaringClass().getDeclaredMethods())
            .anyMatch(method -> !method.isBridge() && isNarrower(method, bridge));
  }

  private static boolean isNarrower(Method method, Method bridge) {
    Class<?>[] narrow = method.getParameterTypes();
    Class<?>[] wide = bridge.getParameterTypes();
    if (!method.getName().equals(bridge.getName()) || narrow.length != wide.length) {
      return false;
    }
    for (int i = 0; i < narrow.length; i++) {
      if (!wide[i].isAssignableFrom(narrow[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOurs(Method method, AnnotationPresence marks) {
    return !method.isSynthetic()
        && marks.on(method, MeasuredBy.class)
        && !isJupiters(method, marks);
  }

  private static boolean isJupiters(Method method, AnnotationPresence marks) {
    int modifiers = method.getModifiers();
    boolean returns = method.getReturnType() != void.class;
    return !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && (returns
            ? marks.on(method, TestFactory.class) && AnnotationPresence.returnsDynamicTests(method)
            : isTest(method, marks));
  }
}
