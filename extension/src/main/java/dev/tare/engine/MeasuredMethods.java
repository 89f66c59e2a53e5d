package dev.tare.engine;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.jupiter.SourceAnnotations;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Decides which methods Tare's engine runs: those with an annotation of Tare that Jupiter does not
 * run.
 */
final class MeasuredMethods {

  private MeasuredMethods() {}

  /**
   * Returns whether Tare's engine runs a method as a test of one kind.
   *
   * @param kind the annotation with which Jupiter marks tests of that kind, such as {@link Test}
   */
  static boolean isTestOfKind(Class<?> kind, Method method) {
    return isTest(method) && kind == (isParameterized(method) ? TestTemplate.class : Test.class);
  }

  /** Returns whether Tare's engine runs a method. */
  static boolean isTest(Method method) {
    return !method.isSynthetic()
        && !Modifier.isAbstract(method.getModifiers())
        && MeasuredAnnotations.isMeasured(method)
        && !isRunByJupiter(method);
  }

  /** Returns the methods of a class and its nested classes that Tare's engine runs. */
  static Stream<Method> in(Class<?> testClass) {
    return Stream.concat(
        ReflectionSupport.findMethods(
            testClass, MeasuredMethods::isTest, HierarchyTraversalMode.TOP_DOWN)
            .stream(),
        ReflectionSupport.findNestedClasses(
                testClass, nested -> AnnotationSupport.isAnnotated(nested, Nested.class))
            .stream()
            .flatMap(MeasuredMethods::in));
  }

  private static boolean isRunByJupiter(Method method) {
    boolean returnsValue =
        method.getReturnType() != void.class
            && !(KotlinNames.isSuspend(method)
                && KotlinNames.returnsUnit(method)
                && JupiterEngine.runsSuspendFunctions());
    return isCallable(method)
        && (returnsValue
            ? AnnotationSupport.isAnnotated(method, TestFactory.class)
            : isJupiterTest(method));
  }

  /**
   * Returns whether the method has a source of arguments. A method that cannot be run has none, so
   * that it fails only once.
   */
  private static boolean isParameterized(Method method) {
    return isCallable(method)
        && !isJupiterTest(method)
        && !AnnotationSupport.isAnnotated(method, TestFactory.class)
        && SourceAnnotations.takesArguments(method);
  }

  private static boolean isCallable(Method method) {
    return (method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0;
  }

  private static boolean isJupiterTest(Method method) {
    return AnnotationSupport.isAnnotated(method, Test.class)
        || AnnotationSupport.isAnnotated(method, TestTemplate.class);
  }
}
