package dev.tare.internal.jupiter;

import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.launch.LauncherRun;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The method that the user wrote.
 *
 * @param method the method
 * @param runByTare whether Tare's engine runs it rather than Jupiter
 * @param isFactory whether it is a test factory; its dynamic tests are judged one by one
 */
record RealMethod(Method method, boolean runByTare, boolean isFactory) {

  static RealMethod of(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    boolean runByTare = LauncherRun.isRunByTare(context.getUniqueId());
    boolean canBeFactory = !runByTare && method.getReturnType() != void.class;
    return new RealMethod(
        method,
        runByTare,
        canBeFactory && AnnotationSupport.isAnnotated(method, TestFactory.class));
  }

  /** Returns the method, and the classes whose annotations apply to it, the nearest first. */
  List<AnnotatedElement> places(Class<?> testClass) {
    List<AnnotatedElement> places = new ArrayList<>(List.of(method));
    places.addAll(MeasuredAnnotations.withSupertypes(testClass));
    return places;
  }

  /** Returns whether it returns an object that can be weighed. */
  boolean returnsValue() {
    return !method.getReturnType().isPrimitive() && !isFactory() && !KotlinNames.isSuspend(method);
  }

  /** Returns whether it returns an object or has a parameter to hand one over. */
  boolean hasValue() {
    return !isFactory()
        && (returnsValue()
            || Arrays.stream(method.getParameterTypes())
                .anyMatch(ValueHolder.class::isAssignableFrom));
  }

  /** Returns class and method, with the enclosing classes: {@code CacheTests.Inner.lookup()}. */
  String shortName(Class<?> testClass) {
    return AnnotationSite.shortName(testClass) + "." + KotlinNames.sourceName(method) + "()";
  }
}
